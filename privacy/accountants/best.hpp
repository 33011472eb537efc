// The best that the other accountants prove: the smallest valid upper bound and, beside it, the
// largest valid lower one. Estimates take no part; the note names the winners.
//
// Accepts     every ledger that some other accountant accepts.
// Direction   exact if the winner is, else upper.
#pragma once

#include "framework/contracts.hpp"
#include "framework/registry/card.hpp"

namespace dpsco {

struct BestAccountant final : Accountant {
  static constexpr Card card{.name = "best",
                             .doc = "the smallest valid upper and the largest valid lower bound"};
  static std::vector<Param<BestAccountant>> parameters() { return {}; }
  Outcome<Price> price(const Ledger& ledger, double delta) const override;
};

}  // namespace dpsco
