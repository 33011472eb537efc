#include "privacy/accountants/rdp.hpp"

#include <cmath>
#include <limits>

#include <boost/math/tools/minima.hpp>

#include "framework/core/check.hpp"
#include "privacy/accountants/renyi.hpp"

namespace dpsco {

namespace {

/// Events with their expansion done once: noisy iteration collapses to its rho.
Outcome<std::vector<Event>> collapsed(const Ledger& ledger) {
  std::vector<Event> events;
  for (Event event : ledger.events) {
    if (std::holds_alternative<NoisyIteration>(event.mechanism)) {
      const auto rho = zcdp_rho(event.mechanism, ledger.adjacency);
      if (!rho) return rho.skip();
      event.mechanism = Zcdp{*rho};
    }
    const auto possible = renyi_divergence(event.mechanism, ledger.adjacency, 2);
    if (!possible) return possible.skip();
    events.push_back(std::move(event));
  }
  return events;
}

/// Minimum over alpha = 1 + e^u of the converted epsilon. The function of u is unimodal for
/// zCDP-like curves; for others Brent's minimum may be local, which still is a valid bound.
template <class Convert>
Outcome<Price> best_order(const Ledger& ledger, double delta, Convert convert) {
  require(0 < delta && delta < 1, "delta = {} is outside (0, 1)", delta);
  const auto events = collapsed(ledger);
  if (!events) return events.skip();
  if (events->empty()) return Price{.epsilon = 0, .direction = Direction::exact};
  const auto epsilon_at = [&](double u) {
    const double alpha = 1 + std::exp(u);
    double divergence = 0;
    for (const Event& event : *events)
      divergence +=
          double(event.count) * *renyi_divergence(event.mechanism, ledger.adjacency, alpha);
    const double epsilon = convert(divergence, alpha);
    return std::isnan(epsilon) ? std::numeric_limits<double>::infinity() : epsilon;
  };
  constexpr double low = -20, high = 40;
  const auto [u, epsilon] = boost::math::tools::brent_find_minima(epsilon_at, low, high, 50);
  const double smallest = std::min({epsilon, epsilon_at(low), epsilon_at(high)});
  return Price{.epsilon = rounded_up(smallest),
               .direction = Direction::upper,
               .note = fmt::format("order {:.4g}", 1 + std::exp(u))};
}

}  // namespace

Outcome<Price> RdpMironovAccountant::price(const Ledger& ledger, double delta) const {
  return best_order(ledger, delta, [delta](double divergence, double alpha) {
    return divergence - std::log(delta) / (alpha - 1);
  });
}

Outcome<Price> RdpAccountant::price(const Ledger& ledger, double delta) const {
  return best_order(ledger, delta, [delta](double divergence, double alpha) {
    return divergence + std::log1p(-1 / alpha) - std::log(alpha * delta) / (alpha - 1);
  });
}

}  // namespace dpsco
