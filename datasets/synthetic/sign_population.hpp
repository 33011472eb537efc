#pragma once

#include <array>
#include <vector>

#include "datasets/synthetic/signs.hpp"
#include "framework/problem/problem.hpp"

namespace dpsco {

/// x_j = scale_j * (+-1) with independent fair signs, P(y = +1 | x) = sigmoid(<w*, x>).
///
/// Labels are averaged out exactly, so the noise of the evaluation is that of the fresh rows alone,
/// and those are the same for every w.
///
/// Minimisers: w* is zero outside its head, the first k <= 8 coordinates. For a predictor w split
/// into head and tail, <w, x> = a + t with a from the head and t from the tail; t has mean zero and
/// is independent of (a, y), so by Jensen's inequality E phi(a + t, y) >= E phi(a, y): some
/// minimiser has a zero tail. What is left is a problem in k unknowns over 2^k sign patterns with
/// exact weights (head_minimiser.hpp). For the logistic loss it is w* itself: given x, the slope of
/// p log(1 + e^-a) + (1 - p) log(1 + e^a) vanishes where sigmoid(a) = p.
class SignPopulation final : public Population {
 public:
  /// pre: w_star [d] is zero beyond its first `head` coordinates, head <= 8, scale [d] > 0.
  SignPopulation(
      Index rows, std::vector<double> scale, std::vector<double> w_star, Index head, Stream stream);

  /// Of the risk without a regulariser, over R^d. Throws ConfigError without a certificate.
  std::vector<double> minimiser(const Loss& loss) const override;
  double excess_risk(const Loss& loss,
                     std::span<const double> w,
                     std::span<const double> v) const override;
  std::size_t bytes() const override;

 private:
  /// Mean over the fresh rows of E[phi(<w, x>, y) | x].
  double risk(const Loss& loss, std::span<const double> w) const;

  SignTable table_;
  std::vector<double> w_star_;
  std::size_t head_;
  std::array<double, 256> probability_{};  ///< P(y = +1) by the signs of the first 8 coordinates
  std::array<double, 256> count_{};        ///< fresh rows with these signs
};

}  // namespace dpsco
