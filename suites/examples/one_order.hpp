// Renyi accounting at one fixed order a.
//
// Accepts     Gaussian mechanisms.
// Method      T Gaussians of noise multiplier s and sensitivity c have Renyi divergence
//             T a c^2/(2 s^2) at order a; epsilon = divergence + ln(1/delta)/(a - 1).
// Direction   upper.
// Reference   I. Mironov. Renyi Differential Privacy, 2017, Proposition 3 [mironov2017].
#pragma once

#include <cmath>

#include "framework/contracts.hpp"
#include "framework/core/check.hpp"
#include "framework/registry/card.hpp"

namespace dpsco {

struct OneOrder final : Accountant {
  double order = 8;

  static constexpr Card card{
      .name = "one-order", .doc = "Renyi accounting at one order", .cites = "mironov2017"};
  static std::vector<Param<OneOrder>> parameters() {
    return {real("order", &OneOrder::order, {1.001, 1e6}, "", "of the Renyi divergence")};
  }

  Outcome<Price> price(const Ledger& ledger, double delta) const override {
    require(0 < delta && delta < 1, "delta = {} is outside (0, 1)", delta);
    double divergence = 0;
    for (const Event& event : ledger.events) {
      const auto* gaussian = std::get_if<Gaussian>(&event.mechanism);
      if (gaussian == nullptr) return Skip{"one-order prices Gaussian mechanisms only"};
      const double c = sensitivity_factor(*gaussian, ledger.adjacency);
      divergence += double(event.count) * order * std::pow(c / gaussian->noise_multiplier, 2) / 2;
    }
    // Rounded up: a handful of roundings lie between here and the exact value.
    return Price{.epsilon = (divergence - std::log(delta) / (order - 1)) * (1 + 1e-14),
                 .direction = Direction::upper};
  }
};

}  // namespace dpsco
