// Proposition 2 of Ma, Marinov and Zhang: how far the population loss of the multi pass's last law
// may be above its training loss. A gap, not an excess risk.
//
// Statement   2 G^2 sqrt((T/n^2 + 1/n) sum_{t<=T} eta_t^2), under Lemma 5's conditions.
#pragma once

#include "framework/contracts.hpp"
#include "framework/registry/card.hpp"

namespace dpsco {

struct Ma2022Proposition2 final : Bound {
  static constexpr Card card{
      .name = "ma2022-proposition-2",
      .doc = "generalisation gap of the multi pass at T: 2 G^2 sqrt((T/n^2 + 1/n) sum eta_t^2)",
      .cites = "ma2022, Proposition 2 and Lemma 5",
      .risk = "",
      .iterate = "last iterate",
      .constants = "derived"};
  static std::vector<Param<Ma2022Proposition2>> parameters() { return {}; }
  Outcome<Promise> value(const BoundQuery& query) const override;
};

}  // namespace dpsco
