// What one curious node of a gossip network learns about another: network privacy, NOT local
// privacy. Against anybody who sees all broadcasts, or who stands beside the agent, the number is
// `local`.
//
// Setting     Every node u adds N(0, sigma^2 I) once to its private value, then T rounds of linear
//             gossip follow: in round t node w sends row w of P_t (values + noise), P_0 = I. Node v
//             sees what its neighbours send and knows its own value and noise.
// Method      All that v sees is M (values + noise), M = those rows. Replacing u's value by one at
//             distance `sensitivity` moves it along M e_u, so with one noise vector behind all
//             rounds D_a = a sensitivity^2/(2 sigma^2) ||Pi e_u||^2, Pi the projection on M's row
//             space: exact for the joint view, at most the local cost. The published sum over t and
//             w of (P_t)_{wu}^2/||(P_t)_w||^2 adds up single messages as if their noises were
//             independent. They are not: on a ring, node 0 sees x_1 and (x_0 + x_1 + x_2)/3, hence
//             x_2, while the sum says a third of it. It is returned for comparison and bounds
//             nothing.
// Reference   E. Cyffers, M. Even, A. Bellet, L. Massoulie. Muffliato: Peer-to-Peer Privacy
//             Amplification for Decentralized Optimization and Averaging. 2022. [cyffers2022]
#pragma once

#include <span>
#include <vector>

#include <Eigen/Core>

namespace dpsco {

/// P_0 .. P_{rounds-1} = I, W, W^2, ... Throws ConfigError unless W is square and rounds >= 1.
std::vector<Eigen::MatrixXd> gossip_mixing(const Eigen::MatrixXd& W, int rounds);
/// The accelerated gossip's own polynomials: I, W, then
/// P_{t+1} = gamma W P_t + (1 - gamma) P_{t-1}. Throws likewise.
std::vector<Eigen::MatrixXd> chebyshev_mixing(const Eigen::MatrixXd& W, double gamma, int rounds);
/// gamma = 2 (1 - sqrt(l (1 - l/4))) / (1 - l/2)^2 with l the spectral gap of W. Throws ConfigError
/// unless 0 < l <= 1.
double chebyshev_gamma(double spectral_gap);

/// Costs per order: D_a <= a * (this). Not local differential privacy; no way to a Price.
struct PairwiseLoss {
  Eigen::VectorXd exact{};      ///< [n] of the joint view, u = 0 .. n-1; 0 for the observer itself
  Eigen::VectorXd published{};  ///< [n] sum over messages, capped by local: an estimate, may be too
                                ///< small
  double local = 0;             ///< sensitivity^2 / (2 sigma^2): the LDP number
};

/// `mixing` as above, each [n, n]; neighbours(w) are the nodes that node `observer` hears (without
/// itself). Directions down to rounding count as seen, which can only raise the cost. Throws
/// ConfigError on an index out of range, sizes that differ, or sigma <= 0 or sensitivity < 0.
PairwiseLoss pairwise_renyi(std::span<const Eigen::MatrixXd> mixing,
                            int observer,
                            std::span<const int> neighbours,
                            double sigma,
                            double sensitivity);

}  // namespace dpsco
