#include "privacy/filters/renyi_filter.hpp"

#include <algorithm>
#include <cmath>

#include <boost/math/tools/minima.hpp>

#include "framework/core/check.hpp"
#include "privacy/accountants/renyi_sum.hpp"

namespace dpsco {

namespace {

/// epsilon - D of Canonne, Kamath, Steinke 2020, Proposition 12, at an order.
double conversion_cost(double order, double delta) {
  return std::log1p(-1 / order) - std::log(order * delta) / (order - 1);
}

}  // namespace

RenyiFilter::RenyiFilter(double order, double divergence, Adjacency adjacency)
    : order_(order), budget_(divergence), adjacency_(adjacency) {
  require(order > 1 && std::isfinite(order), "Renyi order {} must be finite and above 1", order);
  require(divergence >= 0, "the filter's budget {} must not be negative", divergence);
}

RenyiFilter RenyiFilter::for_target(const Target& target) {
  require(target.epsilon > 0, "epsilon = {} must be positive", target.epsilon);
  require(0 < target.delta && target.delta < 1, "delta = {} is outside (0, 1)", target.delta);
  // Gaussian noise costs alpha rho, so the budget at alpha buys rho = budget / alpha.
  const auto budget = [&](double order) {
    return target.epsilon - conversion_cost(order, target.delta);
  };
  const auto negative_rho = [&](double u) {
    const double order = 1 + std::exp(u);
    return -budget(order) / order;
  };
  const auto [u, least] = boost::math::tools::brent_find_minima(negative_rho, -10.0, 30.0, 30);
  const double order = 1 + std::exp(u);
  return {order, std::max(0.0, budget(order) * (1 - 1e-14)), target.adjacency};
}

Outcome<bool> RenyiFilter::spend(const Event& event) {
  const auto curve = renyi_sum(Ledger{.adjacency = adjacency_, .events = {event}});
  if (!curve) return curve.skip();
  if (curve->log_survival() != 0)
    return Skip{"an event with a delta of its own does not fit a Renyi filter"};
  // Rounded up by more than the sum of any number of spends can lose.
  const double after = (spent_ + curve->divergence(order_)) * (1 + 1e-15);
  if (!(after <= budget_)) return false;
  spent_ = after;
  releases_ += event.count;
  return true;
}

double RenyiFilter::promised_epsilon(double delta) const {
  require(0 < delta && delta < 1, "delta = {} is outside (0, 1)", delta);
  return std::max(0.0, budget_ + conversion_cost(order_, delta)) * (1 + 1e-14);
}

double RenyiFilter::odometer_epsilon(double delta) const {
  require(0 < delta && delta < 1, "delta = {} is outside (0, 1)", delta);
  if (releases_ == 0) return 0;
  return (spent_ - std::log(delta) / (order_ - 1)) * (1 + 1e-14);
}

}  // namespace dpsco
