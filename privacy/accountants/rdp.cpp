#include "privacy/accountants/rdp.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "framework/core/check.hpp"
#include "privacy/accountants/dp_steps.hpp"
#include "privacy/accountants/order_search.hpp"
#include "privacy/accountants/renyi.hpp"
#include "privacy/accountants/renyi_sum.hpp"

namespace dpsco {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
/// Above the error of the quadratures in subsampled_gaussian.hpp, measured at 1.2e-12; it counts on
/// D itself, of which a small epsilon is what a difference leaves, and again for the conversion.
constexpr double quadrature_error = 4e-12;

/// `convert(D, alpha, log_delta)` is the epsilon that order alpha proves.
template <class Convert>
Outcome<Price> converted(const Ledger& ledger,
                         double delta,
                         WithoutReplacement how,
                         Convert convert) {
  require(0 < delta && delta < 1, "delta = {} is outside (0, 1)", delta);
  const auto curve = renyi_sum(ledger, how);
  if (!curve) return curve.skip();
  if (curve->empty()) return Price{.epsilon = 0, .direction = Direction::exact};
  const double slack = multiplicative_slack(curve->log_survival(), delta);
  if (!(slack > 0))
    return Price{.epsilon = infinity,
                 .direction = Direction::upper,
                 .note = "the events' own deltas exceed delta: no finite epsilon"};
  const double log_delta = std::log(slack);
  const auto order_at = [&](double u) { return std::min(1 + std::exp(u), curve->largest_order()); };
  const auto epsilon_at = [&](double u) {
    const double alpha = order_at(u);
    const double divergence = curve->divergence(alpha) * (1 + quadrature_error);
    const double epsilon = convert(divergence, alpha, log_delta);
    return std::isnan(epsilon) ? infinity : epsilon;
  };
  // No divergence is negative.
  const auto floor_at = [&](double u) { return convert(0.0, order_at(u), log_delta); };
  const double high = last_order(curve->largest_order());
  const BestOrder best = best_order(epsilon_at, floor_at, high);
  const bool at_edge = best.u < lowest_order + 0.01 || best.u > high - 0.01;
  return Price{.epsilon = rounded_up(best.value * (1 + quadrature_error)),
               .direction = Direction::upper,
               .note = fmt::format("order {:.6g}{}",
                                   1 + std::exp(best.u),
                                   at_edge ? ", warning: at the edge of the search" : "")};
}

bool samples_without_replacement(const Event& event) {
  if (std::holds_alternative<SampledWithoutReplacement>(event.mechanism)) return true;
  const std::vector<Event>* inner = nullptr;
  if (const auto* steps = std::get_if<Heterogeneous>(&event.mechanism)) inner = &steps->inner;
  if (const auto* selection = std::get_if<Selection>(&event.mechanism)) inner = &selection->inner;
  return inner != nullptr && std::any_of(inner->begin(), inner->end(), samples_without_replacement);
}

}  // namespace

Outcome<Price> RdpMironovAccountant::price(const Ledger& ledger, double delta) const {
  return converted(ledger,
                   delta,
                   WithoutReplacement::bound,
                   [](double divergence, double alpha, double log_delta) {
                     return divergence - log_delta / (alpha - 1);
                   });
}

Outcome<Price> RdpAccountant::price(const Ledger& ledger, double delta) const {
  const auto how = without_replacement == "direction-a" ? WithoutReplacement::direction_a
                                                        : WithoutReplacement::bound;
  auto priced =
      converted(ledger, delta, how, [](double divergence, double alpha, double log_delta) {
        return divergence + std::log1p(-1 / alpha) - (std::log(alpha) + log_delta) / (alpha - 1);
      });
  if (!priced || how == WithoutReplacement::bound ||
      std::none_of(ledger.events.begin(), ledger.events.end(), samples_without_replacement))
    return priced;
  Price estimate = *std::move(priced);
  estimate.direction = Direction::estimate;
  estimate.note += "; direction A is not proved to be the worst";
  return estimate;
}

}  // namespace dpsco
