#include "privacy/accountants/strong_composition.hpp"

#include <cmath>
#include <limits>
#include <numbers>

namespace dpsco {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

}  // namespace

double drv10_epsilon(const StepSums& sums, double slack) {
  return std::sqrt(2 * sums.squares * -std::log(slack)) + sums.excess;
}

double kov_tanh_epsilon(const StepSums& sums, double slack) {
  return sums.tanh + std::sqrt(2 * sums.squares * -std::log(slack));
}

double kov_log_epsilon(const StepSums& sums, double slack) {
  // slack may be 1e-300: log(e + s/slack) = log(e slack + s) - log(slack) never overflows.
  const double logarithm =
      std::log(std::numbers::e * slack + std::sqrt(sums.squares)) - std::log(slack);
  return sums.tanh + std::sqrt(2 * sums.squares * logarithm);
}

Composed best_composition(const StepSums& sums, double delta) {
  Composed best{.epsilon = infinity,
                .theorem = std::isinf(sums.epsilon)
                               ? "a release without protection"
                               : "no theorem: the steps' own deltas exceed delta"};
  const auto offer = [&](double epsilon, const char* theorem, double slack) {
    if (epsilon < best.epsilon) best = {epsilon, theorem, slack};
  };
  const double added = additive_slack(sums, delta);
  if (added >= 0) offer(sums.epsilon, "basic", 0);
  if (added > 0) offer(drv10_epsilon(sums, added), "DRV10", added);
  const double tight = multiplicative_slack(sums.log_survival, delta);
  if (tight > 0) {
    offer(kov_tanh_epsilon(sums, tight), "KOV tanh", tight);
    offer(kov_log_epsilon(sums, tight), "KOV log", tight);
  }
  return best;
}

}  // namespace dpsco
