// The first accountant, from the exact to the general, that proves a bound for the ledger: what a
// grid calibrates with unless it names another. The note says which one answered.
//
// Accepts     every ledger that one of `first_able_order` prices by an upper bound.
//             Not asked: `pld` about thousands of different steps, which would take it minutes.
// Direction   that of the one who answers: exact or upper.
// Version     its price changes with theirs, so its version counts theirs.
#pragma once

#include <array>
#include <string_view>

#include "framework/contracts.hpp"
#include "framework/registry/card.hpp"

namespace dpsco {

/// Exact where it applies; tightest for sampled Gaussian steps; tight for all with a known loss
/// law; then what prices nearly everything, ever more loosely.
inline constexpr std::array<std::string_view, 7> first_able_order{
    "gdp", "contour", "pld", "rdp", "shuffle", "iteration", "basic"};

struct FirstAbleAccountant final : Accountant {
  static constexpr Card card{
      .name = "auto",
      .doc = "the first of gdp, contour, pld, rdp, shuffle, iteration, basic that has a bound"};
  static std::vector<Param<FirstAbleAccountant>> parameters() { return {}; }
  Outcome<Price> price(const Ledger& ledger, double delta) const override;
};

}  // namespace dpsco
