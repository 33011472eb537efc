#include "suites/claims/small_network.hpp"

#include <algorithm>
#include <cmath>

namespace dpsco {

Eigen::MatrixXd random_network(Stream& stream) {
  Eigen::MatrixXd graph = Eigen::MatrixXd::Zero(network_agents, network_agents);
  int made = 0;
  const auto join = [&](int i, int j) {
    if (i == j || graph(i, j) != 0) return;
    graph(i, j) = graph(j, i) = 1;
    ++made;
  };
  for (int i = 1; i < network_agents; ++i) join(i, int(stream.below(std::uint64_t(i))));
  while (made < network_edges)
    join(int(stream.below(network_agents)), int(stream.below(network_agents)));
  return graph;
}

Eigen::MatrixXd network_laplacian(const Eigen::MatrixXd& graph) {
  const Eigen::VectorXd degree = graph.rowwise().sum();
  return Eigen::MatrixXd(degree.asDiagonal()) - graph;
}

Eigen::MatrixXd metropolis_weights(const Eigen::MatrixXd& graph) {
  const Eigen::VectorXd degree = graph.rowwise().sum();
  Eigen::MatrixXd W = Eigen::MatrixXd::Zero(graph.rows(), graph.cols());
  for (Eigen::Index i = 0; i < graph.rows(); ++i) {
    for (Eigen::Index j = 0; j < graph.cols(); ++j)
      if (graph(i, j) != 0) W(i, j) = 1 / (1 + std::max(degree(i), degree(j)));
    W(i, i) = 1 - W.row(i).sum();
  }
  return W;
}

double laplace_noise(Stream& stream, double rate) {
  const double u = stream.uniform() - 0.5;
  return (u < 0 ? 1 : -1) * std::log1p(-2 * std::abs(u)) / rate;
}

}  // namespace dpsco
