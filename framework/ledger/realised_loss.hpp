// What a run happened to reveal, as a type of its own: the sum over rounds and coordinates of
// |log p(output | data) - log p(output | neighbour)| at the outputs that came out. It is computed
// from the true gradients, so it is private itself and belongs to simulations only; and it is a
// random number of one run, so it bounds nothing (docs/local_privacy.md). There is no way from here
// to a Price or an epsilon.
#pragma once

#include <compare>
#include <string_view>

#include "framework/core/laplace_uniform.hpp"

namespace dpsco {

class RealisedLoss {
 public:
  /// Belongs under every table or plot that shows one.
  static constexpr std::string_view note =
      "realised loss: a simulation metric of the outputs that came out, computed from private "
      "data; not a privacy guarantee";

  RealisedLoss() = default;
  /// One coordinate of one release: the largest |loss| at position y (from the left end of the
  /// uniform part, as LaplaceUniform) over shifts in [-shift, shift], in nats. By log-concavity of
  /// the density the largest is at an end. pre: shift >= 0.
  RealisedLoss(const LaplaceUniform& noise, double y, double shift);

  RealisedLoss& operator+=(const RealisedLoss& other) {
    nats_ += other.nats_;
    return *this;
  }
  friend RealisedLoss operator+(RealisedLoss left, const RealisedLoss& right) {
    return left += right;
  }
  friend auto operator<=>(const RealisedLoss&, const RealisedLoss&) = default;

  /// For columns and plots labelled with `note`.
  double simulated_nats() const { return nats_; }

 private:
  double nats_ = 0;
};

}  // namespace dpsco
