// Proposition 2 of Ma, Marinov and Zhang: how far the population loss of the multi pass's last law
// may be above its training loss. A gap, not an excess risk.
//
// Statement   2 G^2 sqrt((T/n^2 + 1/n) sum_{t<=T} eta_t^2), as printed.
// Conditions  Those that the proof of Lemma 5 uses: eta_1 <= 1/L, checked here;
//             lambda_t = 1/eta_t - 1/eta_{t-1} and eta_t^2/(eta_{t-1}^2 - eta_t^2) <= t,
//             which the planned steps meet: with eta_t^(-2) proportional to
//             a_t = t log(2.5 t^2/(n delta)) the ratio is a_{t-1}/(a_t - a_{t-1}) <= t - 1, since
//             a_t - a_{t-1} >= log(2.5 (t-1)^2/(n delta)).
#pragma once

#include "framework/contracts.hpp"
#include "framework/registry/card.hpp"

namespace dpsco {

struct Ma2022Proposition2 final : Bound {
  static constexpr Card card{
      .name = "ma2022-proposition-2",
      .doc =
          "generalisation gap of the multi pass at T for eta_1 <= 1/L: 2 G^2 sqrt((T/n^2 + 1/n) "
          "sum eta_t^2)",
      .cites = "ma2022, Proposition 2 and Lemma 5",
      .risk = "",
      .iterate = "last iterate",
      .constants = "published"};
  static std::vector<Param<Ma2022Proposition2>> parameters() { return {}; }
  Outcome<Promise> value(const BoundQuery& query) const override;
};

}  // namespace dpsco
