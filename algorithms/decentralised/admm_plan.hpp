// Rounds of ADMM with random penalties and noise on what is sent: the plan behind admm,
// private-admm and private-exact-admm.
#pragma once

#include "algorithms/decentralised/admm_penalties.hpp"
#include "algorithms/decentralised/weighted_release.hpp"

namespace dpsco {

struct AdmmPlan final : Plan, WeightedReleases {
  AdmmPlan(Ledger releases,
           std::map<std::string, double> numbers,
           Setup planned,
           const AdmmConstants& chosen)
      : Plan(std::move(releases), std::move(numbers)),
        setup(std::move(planned)),
        constants(chosen) {}
  Solution run(const Problem& problem, RunContext& context) const override;
  /// Of the linearised form.
  std::optional<LaplaceUniformMixture> next_release(int i,
                                                    std::span<const double> x) const override;

  const Setup setup;
  const AdmmConstants constants;
  BroadcastNoise noise{};    ///< on what is sent
  bool measure = false;      ///< the realised loss of Laplace noise, for shifts of B_inf/D
  double tolerance = 1e-12;  ///< of exact subproblems
};

}  // namespace dpsco
