#include "privacy/accountants/rdp.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <boost/math/tools/minima.hpp>

#include "framework/core/check.hpp"
#include "privacy/accountants/dp_steps.hpp"
#include "privacy/accountants/renyi.hpp"
#include "privacy/accountants/renyi_sum.hpp"

namespace dpsco {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
/// Ends of the search in u = log(alpha - 1): alpha - 1 from 2e-9 to 2e17.
constexpr double lowest = -20, highest = 40;
/// Brent's bits for u: an error of 1e-5 in u costs 1e-10 of epsilon at a smooth minimum.
constexpr int search_bits = 20;
/// Above the error of the quadratures in subsampled_gaussian.hpp, measured at 1.2e-12.
constexpr double quadrature_error = 4e-12;

struct Best {
  double epsilon = infinity, u = 0;
  void offer(double candidate, double at) {
    if (candidate < epsilon) *this = {candidate, at};
  }
};

/// Minimum over alpha = 1 + e^u. A scan finds the valley also where the function is infinite or
/// flat over most of the range; Brent's method finishes inside it.
template <class Function>
Best smallest(Function epsilon_at, double high) {
  constexpr int cells = 15;
  const double width = (high - lowest) / cells;
  Best best;
  int valley = 0;
  for (int i = 0; i <= cells; ++i) {
    const double u = lowest + i * width, epsilon = epsilon_at(u);
    if (epsilon < best.epsilon) valley = i;
    best.offer(epsilon, u);
  }
  if (!std::isfinite(best.epsilon)) return best;
  const double left = lowest + std::max(0, valley - 1) * width,
               right = lowest + std::min(cells, valley + 1) * width;
  const auto [u, epsilon] =
      boost::math::tools::brent_find_minima(epsilon_at, left, right, search_bits);
  best.offer(epsilon, u);
  return best;
}

/// `convert(D, alpha, log_delta)` is the epsilon that order alpha proves.
template <class Convert>
Outcome<Price> best_order(const Ledger& ledger,
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
  const auto epsilon_at = [&](double u) {
    const double alpha = std::min(1 + std::exp(u), curve->largest_order());
    const double epsilon = convert(curve->divergence(alpha), alpha, log_delta);
    return std::isnan(epsilon) ? infinity : epsilon;
  };
  const double high = std::max(lowest, std::min(highest, std::log(curve->largest_order() - 1)));
  const Best best = smallest(epsilon_at, high);
  const bool at_edge = best.u < lowest + 0.01 || best.u > high - 0.01;
  return Price{.epsilon = rounded_up(best.epsilon * (1 + quadrature_error)),
               .direction = Direction::upper,
               .note = fmt::format("order {:.6g}{}",
                                   1 + std::exp(best.u),
                                   at_edge ? ", warning: at the edge of the search" : "")};
}

bool samples_without_replacement(const Event& event) {
  if (std::holds_alternative<SampledWithoutReplacement>(event.mechanism)) return true;
  const auto* steps = std::get_if<Heterogeneous>(&event.mechanism);
  return steps != nullptr &&
         std::any_of(steps->inner.begin(), steps->inner.end(), samples_without_replacement);
}

}  // namespace

Outcome<Price> RdpMironovAccountant::price(const Ledger& ledger, double delta) const {
  return best_order(ledger,
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
      best_order(ledger, delta, how, [](double divergence, double alpha, double log_delta) {
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
