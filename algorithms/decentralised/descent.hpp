// x_i <- sum_j w_ij x_j - eta (grad f_i(x_i) + noise): the plan behind dgd and dp-dgd.
#pragma once

#include "algorithms/decentralised/local_noise.hpp"
#include "algorithms/decentralised/rounds.hpp"

namespace dpsco {

struct DescentPlan final : Plan {
  /// scale: of the noise on the gradient; 0 draws none.
  DescentPlan(Ledger releases,
              std::map<std::string, double> numbers,
              const NetworkSettings& settings,
              const Network& network,
              const Mixing& mixing,
              double eta,
              NoiseKind kind,
              double scale)
      : Plan(std::move(releases), std::move(numbers)),
        settings_(settings),
        network_(network),
        mixing_(mixing),
        eta_(eta),
        kind_(kind),
        scale_(scale) {}
  Solution run(const Problem& problem, RunContext& context) const override;

 private:
  NetworkSettings settings_;
  Network network_;
  Mixing mixing_;
  double eta_;
  NoiseKind kind_;
  double scale_;
};

}  // namespace dpsco
