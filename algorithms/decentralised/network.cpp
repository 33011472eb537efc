#include "algorithms/decentralised/network.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include <Eigen/Eigenvalues>

namespace dpsco {

namespace {

Eigen::VectorXd eigenvalues(const Eigen::MatrixXd& symmetric) {
  return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(symmetric, Eigen::EigenvaluesOnly)
      .eigenvalues();  // increasing
}

std::span<const double> row_of(std::span<const double> x, int i, std::size_t d) {
  return x.subspan(std::size_t(i) * d, d);
}

}  // namespace

Eigen::MatrixXd adjacency_of(const Graph& graph) {
  Eigen::MatrixXd A = Eigen::MatrixXd::Zero(graph.nodes(), graph.nodes());
  for (const auto& [i, j] : graph.edges()) A(i, j) = A(j, i) = 1;
  return A;
}

Eigen::MatrixXd laplacian_of(const Graph& graph) {
  Eigen::MatrixXd L = -adjacency_of(graph);
  L.diagonal() = -L.rowwise().sum();
  return L;
}

Network::Network(Graph graph, std::string_view rule) : graph_(std::move(graph)) {
  const int n = agents();
  const double largest = graph_.largest_degree(), lazy = rule == "lazy-metropolis" ? 0.5 : 1;
  const bool by_degree = rule == "laplacian";
  assert(by_degree || rule == "metropolis" || rule == "lazy-metropolis");
  Eigen::MatrixXd W = Eigen::MatrixXd::Zero(n, n);
  for (int i = 0; i < n; ++i) {
    first_.push_back(int(weights_.size()));
    double rest = 1;
    for (const int j : graph_.neighbours(i)) {
      const double degree = by_degree ? largest : std::max(graph_.degree(i), graph_.degree(j));
      const double weight = lazy / (1 + degree);
      weights_.push_back(weight);
      rest -= weight;
      W(i, j) = weight;
    }
    // Exactly 0 where it is: the subtraction leaves a crumb that would count as negative.
    self_.push_back(std::abs(rest) < 1e-14 ? 0 : rest);
    W(i, i) = self_.back();
  }
  const Eigen::VectorXd of_w = eigenvalues(W), of_l = eigenvalues(laplacian_of(graph_));
  smallest_ = of_w[0];
  lambda_n_ = std::max(of_l[n - 1], 0.0);
  if (n == 1) return;
  lambda_2_ = of_l[1];
  q_ = std::max(std::abs(of_w[0]), std::abs(of_w[n - 2]));
  if (q_ < 1e-13) q_ = 0;  // W = J up to rounding
}

void Network::mix(int i, std::span<const double> x, std::span<double> out) const {
  const std::size_t d = out.size();
  const auto own = row_of(x, i, d);
  const double self = self_weight(i);
  for (std::size_t l = 0; l < d; ++l) out[l] = self * own[l];
  const auto near = graph_.neighbours(i);
  const auto weight = weights(i);
  for (std::size_t k = 0; k < near.size(); ++k) {
    const auto other = row_of(x, near[k], d);
    for (std::size_t l = 0; l < d; ++l) out[l] += weight[k] * other[l];
  }
}

void Network::disagreement(int i, std::span<const double> x, std::span<double> out) const {
  const std::size_t d = out.size();
  const auto own = row_of(x, i, d);
  const double degree = graph_.degree(i);
  for (std::size_t l = 0; l < d; ++l) out[l] = degree * own[l];
  for (const int j : graph_.neighbours(i)) {
    const auto other = row_of(x, j, d);
    for (std::size_t l = 0; l < d; ++l) out[l] -= other[l];
  }
}

}  // namespace dpsco
