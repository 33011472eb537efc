// A composition of sampled Gaussian steps and one Gaussian mechanism, and its log moments.
#pragma once

#include <cstddef>
#include <vector>

#include "privacy/numeric/contour_law.hpp"
#include "privacy/numeric/contour_range.hpp"
#include "privacy/numeric/sampled_pair.hpp"

namespace dpsco {

/// Many steps of one pair and rate whose ratios fill a range.
struct SampledRange {
  SampledPair pair = SampledPair::poisson_remove;  ///< not poisson_replace
  double rate = 0;
  RatioRange ratios{};
};

/// Steps and ranges of steps, composed with one Gaussian mechanism of squared_mu (0: none).
struct Composition {
  double squared_mu = 0;
  std::vector<SampledStep> steps{};
  std::vector<SampledRange> ranges{};
};

/// The quadrature errors of all laws together stay below e^-this, relative.
inline constexpr double quadrature_nats = 34;

/// One law, used `count` times; as an interpolation weight, `count` may be negative.
struct CountedLaw {
  LossPoints points{};
  double count = 1;
};

/// The quadrature points of every step, and of the ranges' nodes, for one reach.
class CompositionLaws {
 public:
  CompositionLaws(const Composition& composition, double c, double y);
  /// K(c) = sum of count log M(c) and its derivatives.
  LogMoment at(double c) const;
  bool overflowed() const { return overflowed_; }  ///< a law needs too many points: unusable
  double c() const { return c_; }
  double y() const { return y_; }
  std::size_t size() const { return size_; }  ///< points of all laws
  const std::vector<CountedLaw>& laws() const { return laws_; }

 private:
  void add(const SampledStep& step, double precision);

  double squared_mu_;
  double c_, y_;
  std::vector<CountedLaw> laws_{};
  std::size_t size_ = 0;
  bool overflowed_ = false;
};

}  // namespace dpsco
