// What doing nothing promises.
//
// Statement   F(0) - F(w*) <= G ||w*||.
// Derivation  F is G-Lipschitz: |F(0) - F(w*)| <= G ||0 - w*||.
#pragma once

#include "framework/contracts.hpp"
#include "framework/registry/card.hpp"

namespace dpsco {

struct ZeroPredictorBound final : Bound {
  static constexpr Card card{.name = "zero-predictor",
                             .doc = "G ||w*||, for the predictor w = 0",
                             .risk = "excess_population_risk",
                             .iterate = "output",
                             .constants = "derived"};
  static std::vector<Param<ZeroPredictorBound>> parameters() { return {}; }

  Outcome<Promise> value(const BoundQuery& query) const override {
    if (query.plan != nullptr && query.algorithm != "zero")
      return Skip{"bounds the zero predictor only"};
    return sum_of({{"distance", query.facts.G() * query.comparator_norm}});
  }
};

}  // namespace dpsco
