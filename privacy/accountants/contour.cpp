#include "privacy/accountants/contour.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "framework/core/check.hpp"
#include "framework/core/special.hpp"
#include "privacy/accountants/contour_ledger.hpp"
#include "privacy/numeric/contour_curve.hpp"
#include "privacy/numeric/single_step.hpp"

namespace dpsco {

namespace {

struct Found {
  Bracket epsilon{};
  std::string how{};
};

Outcome<Found> epsilon_of(const Composition& composition, double delta) {
  const auto& steps = composition.steps;
  if (steps.empty()) {
    // Relative error 1e-13 of gdp_epsilon, twice.
    const double epsilon = gdp_epsilon(std::sqrt(composition.squared_mu), delta);
    return Found{{.lower = epsilon * (1 - 4e-13), .upper = epsilon}, "closed form"};
  }
  const bool single = steps.size() == 1 && steps.front().count == 1 && composition.squared_mu == 0;
  if (single && steps.front().pair != SampledPair::poisson_replace)
    return Found{single_step_epsilon(steps.front(), delta), "closed form"};
  // delta(0) is at most the sum of the steps' total variations: epsilon 0 needs no contour.
  double total = std::erf(std::sqrt(composition.squared_mu / 8));
  for (const SampledStep& step : steps) total += step.count * single_step_total_variation(step);
  if (total * (1 + 1e-12) <= delta) return Found{{}, "closed form"};
  const auto curve = ContourCurve::at_delta(composition, std::log(delta));
  if (!curve) return curve.skip();
  const Bracket found = curve->epsilon(std::log(delta));
  if (std::isinf(found.upper) || std::isnan(found.upper))
    return Skip{
        "the contour engine certifies no upper bound here (cancellation on every line): "
        "use 'pld'"};
  return Found{found, fmt::format("{} nodes, tilt {:.4g}", curve->nodes(), curve->tilt())};
}

}  // namespace

Outcome<Price> ContourAccountant::price(const Ledger& ledger, double delta) const {
  require(0 < delta && delta < 1, "delta = {} is outside (0, 1)", delta);
  const auto parts = contour_ledger(ledger);
  if (!parts) return parts.skip();
  Price price{.epsilon = 0, .direction = Direction::upper, .epsilon_lower = 0};
  if (parts->non_private) {
    price.epsilon = std::numeric_limits<double>::infinity();
    price.epsilon_lower = price.epsilon;
    price.note = "no protection: infinite for every delta < 1";
    return price;
  }
  double lower = 0;
  for (std::size_t i = 0; i < parts->uppers.size(); ++i) {
    const auto found = epsilon_of(parts->uppers[i], delta);
    if (!found) return found.skip();
    if (i == 0 || found->epsilon.upper > price.epsilon) price.note = found->how;
    price.epsilon = std::max(price.epsilon, found->epsilon.upper);
    if (!parts->separate_lowers) lower = std::max(lower, found->epsilon.lower);
  }
  if (parts->separate_lowers)
    for (const Composition& composition : parts->lowers) {
      const auto found = epsilon_of(composition, delta);
      if (found) lower = std::max(lower, found->epsilon.lower);
    }
  price.epsilon_lower.reset();
  if (parts->attained) price.epsilon_lower = std::min(lower, price.epsilon);
  if (parts->estimate) {
    price.direction = Direction::estimate;
    price.note += "; the pair of poisson_sampled under replace_one is unproved";
  }
  if (parts->open)
    price.note += "; lower bound attained by a data set, a tight composition is open";
  return price;
}

}  // namespace dpsco
