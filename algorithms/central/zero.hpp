// The zero predictor: w = 0. Free of charge, and the line that every private method must beat.
#pragma once

#include "framework/contracts.hpp"
#include "framework/registry/card.hpp"

namespace dpsco {

struct Zero final : Algorithm {
  static constexpr Card card{.name = "zero", .doc = "predicts with w = 0; looks at no data"};
  static std::vector<Param<Zero>> parameters() { return {}; }
  Outcome<std::shared_ptr<const Plan>> plan(const Facts& facts,
                                            const Budget& budget) const override;
};

}  // namespace dpsco
