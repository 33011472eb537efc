// The second paper's network: 10 agents, a random connected graph of 20 edges.
#pragma once

#include <Eigen/Core>

#include "framework/core/random.hpp"

namespace dpsco {

inline constexpr int network_agents = 10, network_edges = 20;

/// [agents, agents] 0 or 1, symmetric, connected: a random tree, then random further edges.
Eigen::MatrixXd random_network(Stream& stream);
/// Graph Laplacian [agents, agents].
Eigen::MatrixXd network_laplacian(const Eigen::MatrixXd& graph);
/// Metropolis weights: symmetric, doubly stochastic.
Eigen::MatrixXd metropolis_weights(const Eigen::MatrixXd& graph);
/// Laplace noise of density (rate/2) e^{-rate |x|}. pre: rate > 0.
double laplace_noise(Stream& stream, double rate);

}  // namespace dpsco
