// Who talks to whom: connected graphs, mixing weights and their spectra.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <Eigen/Core>

#include "framework/core/outcome.hpp"

namespace dpsco {

/// An undirected connected graph on agents 0 .. size-1.
class Network {
 public:
  /// Skip naming the components if the graph is not connected, or the pair that is no edge (a
  /// loop, an agent out of range). Repeated edges count once. pre: agents >= 1.
  static Outcome<Network> from_edges(int agents, std::vector<std::pair<int, int>> edges);

  int size() const { return size_; }
  /// Pairs (i, j), i < j, in increasing order.
  std::span<const std::pair<int, int>> edges() const { return edges_; }
  /// In increasing order. pre: 0 <= i < size().
  std::span<const int> neighbours(int i) const {
    const auto from = start_[std::size_t(i)];
    return std::span(neighbour_).subspan(from, start_[std::size_t(i) + 1] - from);
  }
  int degree(int i) const { return int(neighbours(i).size()); }
  int max_degree() const;
  /// [N, N], 0 or 1.
  Eigen::MatrixXd adjacency() const;
  /// [N, N] degrees minus adjacency.
  Eigen::MatrixXd laplacian() const;

 private:
  Network() = default;
  int size_ = 0;
  std::vector<std::pair<int, int>> edges_{};
  std::vector<std::size_t> start_{};  ///< [N + 1] into neighbour_
  std::vector<int> neighbour_{};
};

/// Names of graphs, for a word parameter.
inline constexpr std::string_view graph_names = "random ring grid complete star erdos-renyi";

/// graph = random: a uniform spanning tree and then uniform further edges, `edges` in all;
/// erdos-renyi: every pair with probability edges / (N (N-1)/2), so that `edges` is the mean
/// number. edges = 0 means 2 N, or all pairs if there are fewer. The others have no choice, and
/// `edges` is not read: ring (a pair for N = 2), grid (rows of ceil(sqrt N) agents, the last one
/// maybe shorter), complete, star (around agent 0). The same seed gives the same graph. Skip: a
/// number of edges that cannot be, naming the nearest possible one, or a graph that is not
/// connected. Throws ConfigError on an unknown name or agents < 1.
Outcome<Network> make_network(std::string_view graph,
                              std::int64_t agents,
                              std::int64_t edges,
                              std::uint64_t seed);

/// A symmetric doubly stochastic mixing matrix along a network's edges.
class Mixing {
 public:
  /// pre: W [N, N] symmetric with rows that sum to 1, zero off the network's edges.
  Mixing(const Network& network, Eigen::MatrixXd W);
  const Eigen::MatrixXd& matrix() const { return W_; }
  double self(int i) const { return W_(i, i); }
  double weight(int i, int j) const { return W_(i, j); }
  /// out [d] <- sum_j W_ij x_j over i and its neighbours, x [N, d] row-major.
  void mix(int i, std::span<const double> x, std::span<double> out) const;
  /// Eigenvalues [N] in increasing order; the last is 1.
  Eigen::VectorXd eigenvalues() const;
  /// 1 - the largest |eigenvalue| besides the one of the mean: 1 - ||W - J||. 1 for one agent.
  double spectral_gap() const;

 private:
  Eigen::MatrixXd W_;
  std::vector<std::size_t> start_{};
  std::vector<std::pair<int, double>> entries_{};  ///< self first, then neighbours
};

/// Names of weights, for a word parameter.
inline constexpr std::string_view weight_names = "metropolis lazy-metropolis laplacian";

/// metropolis: w_ij = 1/(1 + max(deg_i, deg_j)); lazy-metropolis: its mean with I; laplacian:
/// I - L/(1 + the largest degree). All are non-negative and doubly stochastic. Throws ConfigError
/// on another name.
Mixing make_mixing(const Network& network, std::string_view weights);

/// Eigenvalues [N] of the Laplacian in increasing order; the first is 0.
Eigen::VectorXd laplacian_eigenvalues(const Network& network);

}  // namespace dpsco
