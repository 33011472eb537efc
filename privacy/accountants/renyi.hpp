// Renyi curves of mechanisms, shared by the zCDP and RDP accountants.
#pragma once

#include "framework/core/outcome.hpp"
#include "framework/ledger/ledger.hpp"

namespace dpsco {

/// rho with D_alpha <= alpha rho for every alpha > 1; a Skip if there is none.
Outcome<double> zcdp_rho(const Mechanism& mechanism, Adjacency adjacency);

/// D_alpha of one use at order alpha > 1, an upper bound; a Skip if there is none.
Outcome<double> renyi_divergence(const Mechanism& mechanism, Adjacency adjacency, double alpha);

/// An epsilon nudged up past the rounding of the few operations that made it; at least 0.
inline double rounded_up(double epsilon) {
  return epsilon > 0 ? epsilon * (1 + 1e-14) : 0;
}

}  // namespace dpsco
