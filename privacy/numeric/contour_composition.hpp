// A composition of sampled Gaussian steps and one Gaussian mechanism, and its log moments.
#pragma once

#include <cstddef>
#include <vector>

#include "privacy/numeric/contour_law.hpp"
#include "privacy/numeric/sampled_pair.hpp"

namespace dpsco {

/// Steps, composed with one Gaussian mechanism of squared_mu (0: none).
struct Composition {
  double squared_mu = 0;
  std::vector<SampledStep> steps{};
};

/// The quadrature points of every step for one reach.
class CompositionLaws {
 public:
  /// pre: `composition` outlives the laws.
  CompositionLaws(const Composition& composition, double c, double y);
  /// K(c) = sum of count log M(c) and its derivatives.
  LogMoment at(double c) const;
  bool overflowed() const { return overflowed_; }  ///< a law needs too many points: unusable
  double c() const { return c_; }
  double y() const { return y_; }
  std::size_t size() const { return size_; }  ///< points of all laws
  const std::vector<LossPoints>& laws() const { return laws_; }

 private:
  const Composition* composition_;
  double c_, y_;
  std::vector<LossPoints> laws_{};
  std::size_t size_ = 0;
  bool overflowed_ = false;
};

}  // namespace dpsco
