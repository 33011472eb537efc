// Rounds of ADMM with random penalties and noise on what is sent: the plan behind admm,
// private-admm and private-exact-admm.
#pragma once

#include <utility>

#include "algorithms/decentralised/admm_penalties.hpp"
#include "algorithms/decentralised/local_noise.hpp"

namespace dpsco {

struct AdmmPlan final : Plan {
  AdmmPlan(Ledger releases,
           std::map<std::string, double> numbers,
           NetworkSettings settings,
           Network network,
           const AdmmConstants& constants)
      : Plan(std::move(releases), std::move(numbers)),
        settings_(std::move(settings)),
        network_(std::move(network)),
        constants_(constants) {}
  Solution run(const Problem& problem, RunContext& context) const override;

  NoiseKind kind = NoiseKind::laplace;
  double scale = 0;          ///< of the noise on what is sent, as add_noise() takes it; 0: none
  double shift = 0;          ///< > 0: measure the realised loss of Laplace noise at this shift
  double tolerance = 1e-12;  ///< of exact subproblems

 private:
  NetworkSettings settings_;
  Network network_;
  AdmmConstants constants_;
};

}  // namespace dpsco
