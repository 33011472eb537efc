#include "privacy/accountants/basic.hpp"

#include <limits>

#include "framework/core/check.hpp"
#include "privacy/accountants/dp_steps.hpp"
#include "privacy/accountants/renyi.hpp"

namespace dpsco {

Outcome<Price> BasicAccountant::price(const Ledger& ledger, double delta) const {
  require(0 < delta && delta < 1, "delta = {} is outside (0, 1)", delta);
  const auto steps = dp_steps(ledger);
  if (!steps) return steps.skip();
  const StepSums total = sums(*steps);
  const bool affordable = additive_slack(total, delta) >= 0;
  return Price{
      .epsilon = affordable ? rounded_up(total.epsilon) : std::numeric_limits<double>::infinity(),
      .direction = Direction::upper,
      .note = fmt::format("the steps' own deltas add up to {:.6g} of {:.6g}{}",
                          total.delta,
                          delta,
                          affordable ? "" : ", which is too much: no finite epsilon")};
}

}  // namespace dpsco
