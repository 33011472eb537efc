#include "algorithms/decentralised/network.hpp"

#include <algorithm>
#include <cmath>

#include <Eigen/Eigenvalues>

#include "framework/core/check.hpp"
#include "framework/core/random.hpp"

namespace dpsco {

namespace {

/// "{0, 1}, {2}": the components of a graph by union-find; empty if it is connected.
std::string components_unless_one(int agents, const std::vector<std::pair<int, int>>& edges) {
  std::vector<int> parent(std::size_t(agents), 0);
  for (int i = 0; i < agents; ++i) parent[std::size_t(i)] = i;
  const auto root = [&](int i) {
    while (parent[std::size_t(i)] != i) i = parent[std::size_t(i)];
    return i;
  };
  for (const auto& [i, j] : edges) {
    const int a = root(i), b = root(j);
    parent[std::size_t(std::max(a, b))] = std::min(a, b);  // the root is the smallest member
  }
  std::vector<std::string> names(static_cast<std::size_t>(agents));
  int components = 0;
  for (int i = 0; i < agents; ++i) {
    std::string& name = names[std::size_t(root(i))];
    if (name.empty()) ++components;
    name += (name.empty() ? "{" : ", ") + std::to_string(i);
  }
  if (components == 1) return {};
  std::string text;
  for (const std::string& name : names)
    if (!name.empty()) text += (text.empty() ? "" : ", ") + name + "}";
  return text;
}

std::vector<std::pair<int, int>> all_pairs(int agents) {
  std::vector<std::pair<int, int>> pairs;
  for (int i = 0; i < agents; ++i)
    for (int j = i + 1; j < agents; ++j) pairs.emplace_back(i, j);
  return pairs;
}

/// Aldous-Broder on the complete graph: the edges by which a random walk first enters each agent
/// are a uniform spanning tree. Then the first of a random order of the other pairs.
std::vector<std::pair<int, int>> random_connected(int agents, std::int64_t edges, Stream& stream) {
  std::vector<std::pair<int, int>> chosen;
  std::vector<bool> seen(std::size_t(agents), false);
  int at = int(stream.below(std::uint64_t(agents)));
  seen[std::size_t(at)] = true;
  while (int(chosen.size()) < agents - 1) {
    int next = int(stream.below(std::uint64_t(agents) - 1));
    if (next >= at) ++next;
    if (!seen[std::size_t(next)]) chosen.emplace_back(std::min(at, next), std::max(at, next));
    seen[std::size_t(next)] = true;
    at = next;
  }
  std::sort(chosen.begin(), chosen.end());
  std::vector<std::pair<int, int>> others;
  const auto pairs = all_pairs(agents);
  std::set_difference(
      pairs.begin(), pairs.end(), chosen.begin(), chosen.end(), std::back_inserter(others));
  const auto order = stream.permutation(std::int64_t(others.size()));
  for (std::size_t k = 0; std::int64_t(chosen.size()) < edges; ++k)
    chosen.push_back(others[std::size_t(order[k])]);
  return chosen;
}

}  // namespace

Outcome<Network> Network::from_edges(int agents, std::vector<std::pair<int, int>> edges) {
  for (auto& [i, j] : edges) {
    if (i == j || std::min(i, j) < 0 || std::max(i, j) >= agents)
      return Skip{fmt::format(
          "({}, {}) is no edge between two different agents of 0 to {}", i, j, agents - 1)};
    if (i > j) std::swap(i, j);
  }
  std::sort(edges.begin(), edges.end());
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  if (const std::string components = components_unless_one(agents, edges); !components.empty())
    return Skip{fmt::format(
        "the network of {} agents is not connected, so they can't agree: its components are {}",
        agents,
        components)};

  Network out;
  out.size_ = agents;
  out.edges_ = std::move(edges);
  std::vector<std::vector<int>> lists(static_cast<std::size_t>(agents));
  for (const auto& [i, j] : out.edges_) {
    lists[std::size_t(i)].push_back(j);
    lists[std::size_t(j)].push_back(i);
  }
  out.start_.push_back(0);
  for (auto& list : lists) {
    std::sort(list.begin(), list.end());
    out.neighbour_.insert(out.neighbour_.end(), list.begin(), list.end());
    out.start_.push_back(out.neighbour_.size());
  }
  return out;
}

int Network::max_degree() const {
  int most = 0;
  for (int i = 0; i < size_; ++i) most = std::max(most, degree(i));
  return most;
}

Eigen::MatrixXd Network::adjacency() const {
  Eigen::MatrixXd A = Eigen::MatrixXd::Zero(size_, size_);
  for (const auto& [i, j] : edges_) A(i, j) = A(j, i) = 1;
  return A;
}

Eigen::MatrixXd Network::laplacian() const {
  const Eigen::MatrixXd A = adjacency();
  return Eigen::MatrixXd(A.rowwise().sum().asDiagonal()) - A;
}

Outcome<Network> make_network(std::string_view graph,
                              std::int64_t agents,
                              std::int64_t edges,
                              std::uint64_t seed) {
  require(agents >= 1 && agents <= 100000,
          "a network needs between 1 and 100000 agents, got {}",
          agents);
  const int N = int(agents);
  const std::int64_t pairs = agents * (agents - 1) / 2;
  const std::int64_t wanted = edges == 0 ? std::min(2 * agents, pairs) : edges;
  Stream stream({seed, 0x6e6574776f726bULL});  // "network"
  std::vector<std::pair<int, int>> chosen;
  if (graph == "ring") {
    for (int i = 0; i + 1 < N; ++i) chosen.emplace_back(i, i + 1);
    if (N > 2) chosen.emplace_back(0, N - 1);
  } else if (graph == "star") {
    for (int i = 1; i < N; ++i) chosen.emplace_back(0, i);
  } else if (graph == "complete") {
    chosen = all_pairs(N);
  } else if (graph == "grid") {
    const int columns = int(std::ceil(std::sqrt(double(N))));
    for (int i = 0; i < N; ++i) {
      if ((i + 1) % columns != 0 && i + 1 < N) chosen.emplace_back(i, i + 1);
      if (i + columns < N) chosen.emplace_back(i, i + columns);
    }
  } else {
    require(graph == "random" || graph == "erdos-renyi",
            "unknown graph '{}': expected one of {}",
            graph,
            graph_names);
    if (wanted < agents - 1 || wanted > pairs)
      return Skip{fmt::format(
          "a connected graph of {} agents has between {} and {} edges, not {}: nearest is edges = "
          "{}",
          agents,
          agents - 1,
          pairs,
          wanted,
          std::clamp(wanted, agents - 1, pairs))};
    if (graph == "random") {
      chosen = random_connected(N, wanted, stream);
    } else {
      const double probability = pairs == 0 ? 0 : double(wanted) / double(pairs);
      for (const auto& pair : all_pairs(N))
        if (stream.uniform() < probability) chosen.push_back(pair);
    }
  }
  auto network = Network::from_edges(N, std::move(chosen));
  if (!network)
    return Skip{network.skip().reason + "; more edges or another graph_seed may connect it"};
  return network;
}

Mixing::Mixing(const Network& network, Eigen::MatrixXd W) : W_(std::move(W)) {
  start_.push_back(0);
  for (int i = 0; i < network.size(); ++i) {
    entries_.emplace_back(i, W_(i, i));
    for (const int j : network.neighbours(i)) entries_.emplace_back(j, W_(i, j));
    start_.push_back(entries_.size());
  }
}

void Mixing::mix(int i, std::span<const double> x, std::span<double> out) const {
  std::fill(out.begin(), out.end(), 0.0);
  for (std::size_t e = start_[std::size_t(i)]; e < start_[std::size_t(i) + 1]; ++e) {
    const auto [j, weight] = entries_[e];
    const double* from = x.data() + std::size_t(j) * out.size();
    for (std::size_t l = 0; l < out.size(); ++l) out[l] += weight * from[l];
  }
}

Eigen::VectorXd Mixing::eigenvalues() const {
  return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(W_, Eigen::EigenvaluesOnly).eigenvalues();
}

double Mixing::spectral_gap() const {
  if (W_.rows() == 1) return 1;
  const Eigen::VectorXd values = eigenvalues();
  return 1 - std::max(std::abs(values(0)), std::abs(values(values.size() - 2)));
}

Mixing make_mixing(const Network& network, std::string_view weights) {
  const int N = network.size();
  if (weights == "laplacian")
    return {network,
            Eigen::MatrixXd::Identity(N, N) - network.laplacian() / (1 + network.max_degree())};
  require(weights == "metropolis" || weights == "lazy-metropolis",
          "unknown weights '{}': expected one of {}",
          weights,
          weight_names);
  Eigen::MatrixXd W = Eigen::MatrixXd::Zero(N, N);
  for (const auto& [i, j] : network.edges())
    W(i, j) = W(j, i) = 1.0 / (1 + std::max(network.degree(i), network.degree(j)));
  const Eigen::VectorXd taken = W.rowwise().sum();
  W.diagonal() = Eigen::VectorXd::Ones(N) - taken;
  if (weights == "lazy-metropolis") W = (W + Eigen::MatrixXd::Identity(N, N)) / 2;
  return {network, std::move(W)};
}

Eigen::VectorXd laplacian_eigenvalues(const Network& network) {
  return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(network.laplacian(), Eigen::EigenvaluesOnly)
      .eigenvalues();
}

}  // namespace dpsco
