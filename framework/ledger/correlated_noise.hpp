// Pairwise-cancelling noise: agent i broadcasts value_i + N(0, sigma^2) + sum over neighbours j of
// v_ij, where v_ij = -v_ji ~ N(0, sigma_pair^2) is a secret shared by i and j. The pair terms
// vanish in the network's sum and still hide each agent from whoever does not know them.
//
// Privacy     The broadcasts have noise covariance S = sigma^2 I + sigma_pair^2 L, L the graph
//             Laplacian. Colluders know their own secrets and can subtract them, which removes
//             their edges: S_H over honest agents H with the Laplacian of the graph induced on H. A
//             shift of agent i alone costs D_a = a shift^2/2 (S_H^{-1})_ii, so one round is a
//             Gaussian release of variance 1/(S_H^{-1})_ii: write it into the ledger as such. It is
//             not local privacy: if all neighbours collude only sigma^2 is left. L must be fixed in
//             advance and every secret fresh in each round.
// Reference   Y. Allouah, A. Koloskova, A. El Firdoussi, M. Jaggi, R. Guerraoui. The Privacy Power
//             of Correlated Noise in Decentralized Learning. 2024. [allouah2024]
#pragma once

#include <cstdint>
#include <span>

#include <Eigen/Core>

namespace dpsco {

struct PairwiseNoise {
  double sigma = 1;       ///< > 0, standard deviation of each agent's own noise
  double sigma_pair = 0;  ///< >= 0, of each edge's secret
};

/// [n] the variance of the Gaussian release that agent i's broadcast amounts to, infinite for
/// colluders themselves. `adjacency` is [n, n], symmetric, 0 or 1, zero diagonal. Throws
/// ConfigError otherwise, on noise out of range or a colluder that is no agent.
Eigen::VectorXd effective_variances(const Eigen::MatrixXd& adjacency,
                                    const PairwiseNoise& noise,
                                    std::span<const int> colluders = {});

struct WorstVariance {
  double variance = 0;
  bool exact = true;  ///< false: a proved lower bound, because there are too many sets to try
};
/// The smallest effective variance of any honest agent against any `colluders` of
/// the n agents. If there are more than `most_sets` such sets: keep only the edges
/// between agent i and its least number h of honest neighbours (fewer edges hide less),
/// 1/(S^{-1})_ii = sigma^2 + h sigma^2 sigma_pair^2/(sigma^2 + sigma_pair^2). Throws as above and
/// unless 0 <= colluders < n.
WorstVariance worst_effective_variance(const Eigen::MatrixXd& adjacency,
                                       const PairwiseNoise& noise,
                                       int colluders,
                                       std::int64_t most_sets = 2000);

}  // namespace dpsco
