#include "algorithms/decentralised/m_admm.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace dpsco {

Outcome<std::shared_ptr<const Plan>> MAdmm::plan(const Facts& facts, const Budget& budget) const {
  auto planned = setup_of_several(facts);
  if (!planned) return planned.skip();
  const Graph& graph = planned->network->graph();
  const RecordWeight weight = record_weight(*planned, facts, budget.target.adjacency);
  const double V = min_degree(graph), lambda = facts.regularisation;
  const bool published = constants == "published";
  const auto grown = [hold = hold](double rate, std::int64_t k) {
    return std::pow(rate, double(k - k % hold));
  };
  if (!std::isfinite(grown(growth, rounds)) || !(grown(noise_growth, rounds) > 0) ||
      !std::isfinite(grown(noise_growth, rounds)))
    return Skip{fmt::format(
        "growth = {}, noise_growth = {} over {} rounds leave the doubles: take ones nearer to 1",
        growth,
        noise_growth,
        rounds)};
  const auto ledger_of = [&](const std::function<double(std::int64_t)>& loss_at) {
    Ledger ledger{.adjacency = budget.target.adjacency};
    const std::int64_t alike = growth == 1 && noise_growth == 1 ? rounds : hold;
    for (std::int64_t k = 0; k < rounds; k += alike)
      ledger.events.push_back({.mechanism = Pure{.epsilon = loss_at(k) * (1 + 1e-14)},
                               .count = std::min(alike, rounds - k)});
    return ledger;
  };
  const auto curvature_loss = [&](double penalty) {  // penalty: eta_t V
    return published ? 1.4 * weight.curvature / penalty
                     : jacobian_loss(weight, lambda + 2 * penalty);
  };
  const auto first = smallest_eta(eta, budget, [&](double at) {
    return ledger_of([&](std::int64_t k) { return 2 * curvature_loss(at * grown(growth, k) * V); });
  });
  if (!first) return first.skip();
  const double dual_step = theta > 0 ? theta : *first;
  if (dual_step > *first)
    return Skip{fmt::format("theta = {} is above eta = {:.6g}: the smallest admissible eta is {}",
                            theta,
                            *first,
                            theta)};
  if (published && !(2 * weight.curvature < lambda + 2 * *first * V))
    return Skip{
        fmt::format("constants = published needs 2 L N/n < lambda + 2 eta V: the smallest "
                    "admissible eta is just above {:.6g}, or take constants = tight",
                    (2 * weight.curvature - lambda) / (2 * V))};
  const auto eta_at = [=, rate = growth, first = *first](std::int64_t k) {
    return first * grown(rate, k);
  };
  // In units of V eta/slope, so that the scale is a number without unit.
  const auto alpha_at = [=, rate = noise_growth](std::int64_t k, double scale) {
    return eta_at(0) * V / weight.slope / scale * grown(rate, k);
  };
  const auto loss_at = [&](std::int64_t k, double scale) {
    const double penalty = eta_at(k) * V;
    return (published ? 1 : weight.factor / 2) * alpha_at(k, scale) * weight.slope / penalty +
           curvature_loss(penalty);
  };
  const auto ledger_at = [&](double scale) {
    return ledger_of([&](std::int64_t k) { return loss_at(k, scale); });
  };
  const auto scale = budget.calibrator->smallest_scale(ledger_at, budget.target);
  if (!scale) return scale.skip();

  std::vector<double> degree;
  degree.reserve(std::size_t(graph.nodes()));
  for (int i = 0; i < graph.nodes(); ++i) degree.push_back(graph.degree(i));
  auto step_at = [=, z = *scale](std::int64_t k, int i) {
    return PerturbedStep{.eta = eta_at(k),
                         .inner_scale = 2 * eta_at(k) * degree[std::size_t(i)] / alpha_at(k, z)};
  };
  auto numbers = planned->numbers(budget.target.adjacency);
  numbers.merge(std::map<std::string, double>{{"eta", *first},
                                              {"theta", dual_step},
                                              {"alpha", alpha_at(0, *scale)},
                                              {"min_degree", V},
                                              {"first_loss", loss_at(0, *scale)},
                                              {"last_loss", loss_at(rounds - 1, *scale)}});
  return {std::make_shared<PerturbedPlan>(ledger_at(*scale),
                                          std::move(numbers),
                                          *std::move(planned),
                                          std::move(step_at),
                                          dual_step,
                                          1e-10)};
}

}  // namespace dpsco
