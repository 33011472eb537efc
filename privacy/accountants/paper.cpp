#include "privacy/accountants/paper.hpp"

#include <cmath>

#include "framework/core/check.hpp"
#include "privacy/accountants/gdp_composition.hpp"
#include "privacy/accountants/renyi.hpp"

namespace dpsco {

namespace {

const NamedSchedule* algorithm_1(const Ledger& ledger) {
  if (ledger.events.size() != 1 || ledger.events[0].count != 1) return nullptr;
  const auto* iteration = std::get_if<NoisyIteration>(&ledger.events[0].mechanism);
  if (iteration == nullptr) return nullptr;
  const auto* named = std::get_if<NamedSchedule>(&iteration->schedule);
  return named != nullptr && named->generator == "ma2022" ? named : nullptr;
}

}  // namespace

Outcome<Price> PaperAccountant::price(const Ledger& ledger, double delta) const {
  require(0 < delta && delta < 1, "delta = {} is outside (0, 1)", delta);
  if (ledger.adjacency != Adjacency::replace_one)
    return Skip{fmt::format("the paper's Definition 1 is replace_one, the ledger's adjacency is {}",
                            name(ledger.adjacency))};
  const NamedSchedule* schedule = algorithm_1(ledger);
  if (schedule == nullptr)
    return Skip{"the paper prices its own Algorithm 1 (schedule 'ma2022') and nothing else"};

  const double true_mu_squared = noisy_iteration_squared_mu(expand(*schedule));
  const double s = schedule->parameters.at("step_sensitivity"),
               beta0 = schedule->parameters.at("beta0");
  const double rho = s * s / (2 * beta0);
  const double F = true_mu_squared / (2 * rho);
  return Price{
      .epsilon = rounded_up(rho + 2 * std::sqrt(rho * -std::log(delta))),
      .direction = F <= 1 ? Direction::upper : Direction::estimate,
      .note = fmt::format("alpha = {:.4g}, F = {:.5f}", 1 + std::sqrt(-std::log(delta) / rho), F)};
}

}  // namespace dpsco
