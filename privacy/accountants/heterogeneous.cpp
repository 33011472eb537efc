#include "privacy/accountants/heterogeneous.hpp"

#include <limits>

#include "framework/core/check.hpp"
#include "privacy/accountants/renyi.hpp"
#include "privacy/accountants/strong_composition.hpp"

namespace dpsco {

Outcome<Price> HeterogeneousAccountant::price(const Ledger& ledger, double delta) const {
  require(0 < delta && delta < 1, "delta = {} is outside (0, 1)", delta);
  const auto steps = dp_steps(ledger);
  if (!steps) return steps.skip();
  const StepSums total = sums(*steps);
  Composed best = best_composition(total, delta);
  if (form == "printed") {
    const bool affordable = additive_slack(total, delta / 2) >= 0;
    best = {affordable ? drv10_epsilon(total, delta / 2) : std::numeric_limits<double>::infinity(),
            affordable ? "Proposition 5 as printed" : "the steps' own deltas exceed delta / 2",
            delta / 2};
  }
  return Price{.epsilon = steps->empty() ? 0 : rounded_up(best.epsilon),
               .direction = Direction::upper,
               .note = fmt::format("{}, slack {:.6g}", best.theorem, best.slack)};
}

}  // namespace dpsco
