#include "privacy/accountants/advanced.hpp"

#include <algorithm>

#include "framework/core/check.hpp"
#include "privacy/accountants/renyi.hpp"
#include "privacy/accountants/strong_composition.hpp"

namespace dpsco {

Outcome<Price> AdvancedAccountant::price(const Ledger& ledger, double delta) const {
  require(0 < delta && delta < 1, "delta = {} is outside (0, 1)", delta);
  const auto steps = dp_steps(ledger);
  if (!steps) return steps.skip();
  const auto differs = [&](const DpStep& step) {
    return step.epsilon != steps->front().epsilon || step.delta != steps->front().delta;
  };
  if (std::any_of(steps->begin(), steps->end(), differs))
    return Skip{
        "advanced composition is for equal steps, these differ; 'heterogeneous' prices them"};
  const Composed best = best_composition(sums(*steps), delta);
  return Price{.epsilon = rounded_up(best.epsilon),
               .direction = Direction::upper,
               .note = fmt::format("{}, slack {:.6g}", best.theorem, best.slack)};
}

}  // namespace dpsco
