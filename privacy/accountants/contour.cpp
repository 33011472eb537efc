#include "privacy/accountants/contour.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

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
  bool loose = false;  ///< the engine's own errors cost more than a thousandth of the upper epsilon
};

Outcome<Found> epsilon_of(const Composition& composition, double delta) {
  const auto& steps = composition.steps;
  if (steps.empty() && composition.ranges.empty()) {
    const double mu = std::sqrt(composition.squared_mu);
    return Found{{.lower = gdp_epsilon_below(mu, delta), .upper = gdp_epsilon(mu, delta)},
                 "closed form"};
  }
  const bool single = composition.ranges.empty() && steps.size() == 1 && steps.front().count == 1 &&
                      composition.squared_mu == 0;
  if (single && steps.front().pair != SampledPair::poisson_replace)
    return Found{single_step_epsilon(steps.front(), delta), "closed form"};
  // delta(0) is at most the sum of the steps' total variations: epsilon 0 needs no contour.
  double total = std::erf(std::sqrt(composition.squared_mu / 8));
  for (const SampledStep& step : steps) total += step.count * single_step_total_variation(step);
  for (const SampledRange& range : composition.ranges)
    total += range.ratios.count *
             single_step_total_variation({range.pair, range.rate, range.ratios.low, 1});
  if (total * (1 + 1e-12) <= delta) return Found{{}, "closed form"};
  const auto curve = ContourCurve::at_delta(composition, std::log(delta));
  if (!curve) return curve.skip();
  const Bracket found = curve->epsilon(std::log(delta));
  if (std::isinf(found.upper) || std::isnan(found.upper))
    return Skip{
        "the contour engine certifies no upper bound here (cancellation on every line): "
        "use 'pld'"};
  return Found{found,
               fmt::format("{} nodes, tilt {:.4g}", curve->nodes(), curve->tilt()),
               curve->looseness(found.upper) > 1e-3 * found.upper};
}

struct PricedParts {
  Price price{.epsilon = 0, .direction = Direction::upper};
  bool loose = false;
};

Outcome<PricedParts> price_parts(const ContourLedger& parts, double delta) {
  PricedParts priced;
  Price& price = priced.price;
  double lower = 0;
  for (std::size_t i = 0; i < parts.uppers.size(); ++i) {
    const auto found = epsilon_of(parts.uppers[i], delta);
    if (!found) return found.skip();
    if (i == 0 || found->epsilon.upper > price.epsilon) price.note = found->how;
    price.epsilon = std::max(price.epsilon, found->epsilon.upper);
    priced.loose |= found->loose;
    if (!parts.separate_lowers) lower = std::max(lower, found->epsilon.lower);
  }
  if (parts.separate_lowers)
    for (const Composition& composition : parts.lowers)
      if (const auto found = epsilon_of(composition, delta))
        lower = std::max(lower, found->epsilon.lower);
  if (parts.attained) price.epsilon_lower = std::min(lower, price.epsilon);
  if (parts.open) price.note += "; lower bound attained by a data set, a tight composition is open";
  return priced;
}

/// The smaller upper bound with its note, the larger lower one: both of one ledger.
Price better_of(const Price& a, const Price& b) {
  Price better = b.epsilon < a.epsilon ? b : a;
  if (a.epsilon_lower && b.epsilon_lower)
    better.epsilon_lower = std::min(std::max(*a.epsilon_lower, *b.epsilon_lower), better.epsilon);
  return better;
}

}  // namespace

Outcome<Price> ContourAccountant::price(const Ledger& ledger, double delta) const {
  require(0 < delta && delta < 1, "delta = {} is outside (0, 1)", delta);
  // Every compression of many different steps proves its bounds: the next one is asked where the
  // last was refused or left the bound loose, and the best of them stand.
  std::optional<Price> best;
  Skip refused;
  for (const Compression compression :
       {Compression::wide, Compression::narrow, Compression::bins}) {
    const auto parts = contour_ledger(ledger, compression);
    if (!parts) return parts.skip();
    if (parts->non_private)
      return Price{.epsilon = std::numeric_limits<double>::infinity(),
                   .direction = Direction::upper,
                   .epsilon_lower = std::numeric_limits<double>::infinity(),
                   .note = "no protection: infinite for every delta < 1"};
    const auto priced = price_parts(*parts, delta);
    if (priced) {
      best = best ? better_of(*best, priced->price) : priced->price;
    } else {
      refused = priced.skip();
    }
    if (!parts->compressed || (priced && !priced->loose)) break;
  }
  if (!best) return refused;
  return *std::move(best);
}

}  // namespace dpsco
