// A connected graph with mixing weights and its spectrum. All of it is public: it comes from
// parameters and a seed of its own, never from data.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include <Eigen/Core>

#include "algorithms/decentralised/graph.hpp"

namespace dpsco {

/// Symmetric, doubly stochastic W [N, N], zero outside the graph's edges and the diagonal.
class Network {
 public:
  /// rule is
  ///   metropolis       w_ij = 1/(1 + max(deg_i, deg_j)), w_ii = 1 - the rest     (>= 0)
  ///   lazy-metropolis  (I + W)/2 of it                                           (W >= 0)
  ///   laplacian        I - L/(1 + largest degree)                                (>= 0)
  /// pre: the graph is connected; `rule` is one of these.
  Network(Graph graph, std::string_view rule);

  const Graph& graph() const { return graph_; }
  int agents() const { return graph_.nodes(); }
  /// w_ij for graph().neighbours(i), in that order.
  std::span<const double> weights(int i) const {
    return std::span(weights_).subspan(std::size_t(first_[std::size_t(i)]),
                                       std::size_t(graph_.degree(i)));
  }
  double self_weight(int i) const { return self_[std::size_t(i)]; }

  /// Laplacian: smallest non-zero eigenvalue (0 for one agent) and largest.
  double lambda_2() const { return lambda_2_; }
  double lambda_n() const { return lambda_n_; }
  /// q = ||W - J||, J the averaging matrix: disagreement shrinks by q a round.
  double contraction() const { return q_; }
  double spectral_gap() const { return 1 - q_; }
  double smallest_weight_eigenvalue() const { return smallest_; }
  /// ||I - W||.
  double complement_norm() const { return 1 - smallest_; }

  /// out [d] <- sum_j w_ij x_j, x [N, d] row-major. out must not be part of x.
  void mix(int i, std::span<const double> x, std::span<double> out) const;
  /// out [d] <- sum_{j in N_i} (x_i - x_j): row i of the Laplacian.
  void disagreement(int i, std::span<const double> x, std::span<double> out) const;

 private:
  Graph graph_;
  std::vector<int> first_;              ///< [N] where weights(i) begin
  std::vector<double> weights_, self_;  ///< [2 |E|], [N]
  double lambda_2_ = 0, lambda_n_ = 0, q_ = 0, smallest_ = 1;
};

/// [N, N], 0 or 1.
Eigen::MatrixXd adjacency_of(const Graph& graph);
/// [N, N] degrees minus adjacency.
Eigen::MatrixXd laplacian_of(const Graph& graph);

}  // namespace dpsco
