#include "algorithms/decentralised/m_admm.hpp"

#include <cmath>

#include <fmt/format.h>

namespace dpsco {

Outcome<std::shared_ptr<const Plan>> MAdmm::plan(const Facts& facts, const Budget& budget) const {
  const auto network = network_of_several(*this, facts);
  if (!network) return network.skip();
  const double dual_step = theta > 0 ? theta : eta;
  if (dual_step > eta)
    return Skip{
        fmt::format("theta = {} is above eta: the smallest admissible eta is {}", theta, theta)};
  const RecordWeight weight = record_weight(facts, agents, budget.target.adjacency);
  const double V = min_degree(*network), lambda = facts.regularisation;
  const bool published = constants == "published";
  if (published && !(2 * weight.curvature < lambda + 2 * eta * V))
    return Skip{
        fmt::format("constants = published needs 2 L N/n < lambda + 2 eta V: the smallest "
                    "admissible eta is just above {:.6g}, or take constants = tight",
                    (2 * weight.curvature - lambda) / (2 * V))};
  const auto eta_at = [eta = eta, growth = growth](std::int64_t k) {
    return eta * std::pow(growth, double(k));
  };
  // In units of V eta/slope, so that the scale is a number without unit.
  const auto alpha_at = [=, this](std::int64_t k, double scale) {
    return eta * V / weight.slope / scale * std::pow(noise_growth, double(k));
  };
  if (!std::isfinite(eta_at(rounds)) || !std::isfinite(std::pow(noise_growth, double(rounds))))
    return Skip{
        fmt::format("growth = {} over {} rounds leaves the doubles: take a growth nearer to 1",
                    growth,
                    rounds)};
  const auto loss_at = [=](std::int64_t k, double scale) {
    const double penalty = eta_at(k) * V, alpha = alpha_at(k, scale);
    const double loss = published ? (1.4 * weight.curvature + alpha * weight.slope) / penalty
                                  : weight.factor * alpha * weight.slope / (2 * penalty) +
                                        jacobian_loss(weight, lambda + 2 * penalty);
    return loss * (1 + 1e-14);
  };
  const bool all_alike = growth == 1 && noise_growth == 1;
  const auto ledger_at = [&](double scale) {
    Ledger ledger{.adjacency = budget.target.adjacency};
    for (std::int64_t k = 0; k < (all_alike ? 1 : rounds); ++k)
      ledger.events.push_back(
          {.mechanism = Pure{.epsilon = loss_at(k, scale)}, .count = all_alike ? rounds : 1});
    return ledger;
  };
  const auto scale = budget.calibrator->smallest_scale(ledger_at, budget.target);
  if (!scale) return scale.skip();

  std::vector<double> degree;
  for (int i = 0; i < network->size(); ++i) degree.push_back(network->degree(i));
  auto step_at = [=, z = *scale](std::int64_t k, int i) {
    return PerturbedStep{.eta = eta_at(k),
                         .inner_scale = 2 * eta_at(k) * degree[std::size_t(i)] / alpha_at(k, z)};
  };
  std::map<std::string, double> numbers = {{"K", double(rounds)},
                                           {"eta", eta},
                                           {"theta", dual_step},
                                           {"alpha", alpha_at(0, *scale)},
                                           {"min_degree", V},
                                           {"first_loss", loss_at(0, *scale)},
                                           {"last_loss", loss_at(rounds - 1, *scale)}};
  return {std::make_shared<PerturbedPlan>(ledger_at(*scale),
                                          std::move(numbers),
                                          *this,
                                          *network,
                                          std::move(step_at),
                                          dual_step,
                                          1e-10)};
}

}  // namespace dpsco
