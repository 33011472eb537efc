// What to compute before anything is discretised: tilt, lattice and window for a target delta.
// Nothing here is rigorous, and nothing needs to be: a poor plan makes a wide bracket, not a wrong
// one.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "privacy/numeric/pld_cells.hpp"

namespace dpsco {

/// A law composed with itself `count` times.
struct RepeatedLaw {
  LossLaw law{};
  std::int64_t count = 1;
  std::int64_t chunk = 1;  ///< each of the `count` uses is the law composed this often beforehand
};

struct PldOptions {
  double accuracy = 1e-5;  ///< wished relative width of the bracket in epsilon
  std::size_t max_points = std::size_t{1} << 20U;  ///< longest transform
};

struct PldPlan {
  double lambda = 1;                ///< the tilt
  std::vector<Tilt> tilts{};        ///< of each law, log_scale = its log E[e^(lambda L)]
  std::vector<Lattice> lattices{};  ///< of each law; the step is the same
  Tails tails{};
  std::size_t points = 1;  ///< length of the window, a power of two
  double window_low = 0;   ///< its lowest loss
  double wanted_step = 0;  ///< what the accuracy asks for; the lattices may have to be coarser
  double higher_order = 1, lower_order = 1;  ///< distances in lambda of the Chernoff tail bounds
  double least_lower_order = 0;              ///< the latter may be lowered to this
};

/// pre: at least one law, log_delta < 0, total count >= 1.
PldPlan plan_pld(std::span<const RepeatedLaw> laws, double log_delta, const PldOptions& options);

/// The log mass that a chunk's window may leave out, so that all uses together stay below delta.
double chunk_nats(double uses, double log_delta);

/// The same for one law composed `law.count` times on its own, as a part of `whole`, whose tilt it
/// shares: window tails of e^-nats of the tilted law, the lower order at least lambda.
PldPlan plan_chunk(const RepeatedLaw& law,
                   const PldPlan& whole,
                   Tilt tilt,
                   double nats,
                   const PldOptions& options);

}  // namespace dpsco
