// log M(z) of one sampled step on the real axis and along a vertical line, with its rounding error.
#pragma once

#include <array>
#include <complex>
#include <cstddef>
#include <memory>
#include <vector>

#include "privacy/numeric/sampled_pair.hpp"

namespace dpsco {

/// log M and its first two derivatives at a real point.
struct LogMoment {
  double value = 0, slope = 0, curvature = 0;
};

LogMoment log_moment(const LossPoints& points, double c);

/// M along c + i k h, k = 0, 1, ..., in blocks: inside a block the phases advance by rotation, at
/// its start they are exact, so that rounding does not build up.
class ContourLine {
 public:
  static constexpr std::size_t block = 16;
  using Block = std::array<std::complex<double>, block>;

  /// pre: `points` outlives the line.
  ContourLine(const LossPoints& points, double c, double h);

  /// log M at k = first, ..., first + block - 1 (any branch of the logarithm while |M - 1| >= 1,
  /// the principal one otherwise); returns a bound on the error of the centred sum, relative to
  /// M(c).
  double evaluate(double first, Block& log_m);

  double log_m_at_c() const { return log_m_at_c_; }

 private:
  const LossPoints& points_;
  double c_, h_;
  double shift_ = 0;  ///< log of the scale taken out of M
  double log_m_at_c_ = 0;
  std::vector<double> size_{};                 ///< [branch, point] w exp(zeta(c) l - shift)
  std::vector<double> turn_re_{}, turn_im_{};  ///< [point] exp(i h l)
  std::vector<double> re_{}, im_{}, spin_re_{}, spin_im_{};  ///< scratch, [direct point]
};

}  // namespace dpsco
