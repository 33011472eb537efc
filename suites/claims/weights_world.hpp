// A network of agents with random weights in the paper's setting (10 agents, a random connected
// graph of 20 edges), to measure the average realised loss over the worst case. Each local loss is
// quadratic with its minimum at 0, so disagreement is what the noise leaves, as it is on real data
// after the first rounds.
#pragma once

#include <cstdint>

namespace dpsco {

enum class WeightFamily {
  lazy,         ///< gradient descent, x - s (I - W) x, s uniform on [0, 2], W Metropolis
  lazy_convex,  ///< the same with (I + W)/2: every weight stays in [0, 1]
  wide,         ///< gradient descent, the widest uniform law about W x inside the neighbours' range
  admm,         ///< Algorithm 1, D = 1 + ell, penalties within 0.99 of rho_0 = 1/largest eigenvalue
  admm_convex,  ///< the same with D = 2 rho_0 largest degree + ell: every weight stays in [0, 1]
};

struct WeightsWorld {
  WeightFamily family = WeightFamily::lazy;
  double rate = 20;  ///< of the Laplace noise, > 0
  int rounds = 60;
  int coordinates = 50;  ///< independent copies
  std::uint64_t seed = 1;

  /// Mean of gamma_0(rate * width) over rounds, agents and coordinates: realised loss over the
  /// worst case, on average. Deterministic.
  double mean_gamma() const;
  /// The smallest weight that any agent gave any other or itself.
  double smallest_weight() const;

 private:
  struct Seen {
    double gamma = 0, weight = 0;
  };
  Seen run() const;
};

}  // namespace dpsco
