#include "algorithms/decentralised/graph.hpp"

#include <algorithm>
#include <charconv>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "framework/core/check.hpp"

namespace dpsco {

Graph::Graph(int nodes, std::vector<Edge> edges)
    : edges_(std::move(edges)), start_(std::size_t(nodes) + 1) {
  for (auto& [i, j] : edges_) {
    if (i > j) std::swap(i, j);
    require(0 <= i && j < nodes,
            "edge {}-{} has a node outside 0 to {}: the network has {} agents",
            i,
            j,
            nodes - 1,
            nodes);
    require(i != j, "edge {}-{} is a loop: an agent needs no edge to itself", i, j);
    ++start_[std::size_t(i) + 1];
    ++start_[std::size_t(j) + 1];
  }
  std::sort(edges_.begin(), edges_.end());
  const auto twice = std::adjacent_find(edges_.begin(), edges_.end());
  if (twice != edges_.end())
    throw ConfigError(fmt::format("edge {}-{} is given twice", twice->first, twice->second));
  for (std::size_t i = 1; i < start_.size(); ++i) start_[i] += start_[i - 1];
  neighbours_.resize(2 * edges_.size());
  edge_of_.resize(2 * edges_.size());
  std::vector<int> next(start_.begin(), start_.end() - 1);
  const auto put = [&](int at, int neighbour, std::size_t edge) {
    const auto slot = std::size_t(next[std::size_t(at)]++);
    neighbours_[slot] = neighbour;
    edge_of_[slot] = int(edge);
  };
  // Smaller neighbours first: the edges are sorted, so each node's neighbours come out increasing.
  for (std::size_t e = 0; e < edges_.size(); ++e) put(edges_[e].second, edges_[e].first, e);
  for (std::size_t e = 0; e < edges_.size(); ++e) put(edges_[e].first, edges_[e].second, e);
}

int Graph::largest_degree() const {
  int most = 0;
  for (int i = 0; i < nodes(); ++i) most = std::max(most, degree(i));
  return most;
}

std::vector<std::vector<int>> Graph::components() const {
  std::vector<std::vector<int>> found;
  std::vector<bool> seen(std::size_t(nodes()), false);
  for (int root = 0; root < nodes(); ++root) {
    if (seen[std::size_t(root)]) continue;
    std::vector<int>& part = found.emplace_back(1, root);
    seen[std::size_t(root)] = true;
    for (std::size_t at = 0; at < part.size(); ++at)
      for (const int j : neighbours(part[at]))
        if (!seen[std::size_t(j)]) {
          seen[std::size_t(j)] = true;
          part.push_back(j);
        }
    std::sort(part.begin(), part.end());
  }
  return found;
}

Graph ring_graph(int nodes) {
  std::vector<Edge> edges;
  for (int i = 0; i + 1 < nodes; ++i) edges.emplace_back(i, i + 1);
  if (nodes > 2) edges.emplace_back(0, nodes - 1);
  return {nodes, std::move(edges)};
}

Graph complete_graph(int nodes) {
  std::vector<Edge> edges;
  for (int i = 0; i < nodes; ++i)
    for (int j = i + 1; j < nodes; ++j) edges.emplace_back(i, j);
  return {nodes, std::move(edges)};
}

Graph star_graph(int nodes) {
  std::vector<Edge> edges;
  for (int i = 1; i < nodes; ++i) edges.emplace_back(0, i);
  return {nodes, std::move(edges)};
}

Graph grid_graph(int nodes) {
  int rows = 1;
  for (int r = 2; r * r <= nodes; ++r)
    if (nodes % r == 0) rows = r;
  const int columns = nodes / rows;
  std::vector<Edge> edges;
  for (int i = 0; i < nodes; ++i) {
    if ((i + 1) % columns != 0) edges.emplace_back(i, i + 1);
    if (i + columns < nodes) edges.emplace_back(i, i + columns);
  }
  return {nodes, std::move(edges)};
}

Graph random_connected_graph(int nodes, std::int64_t edges, Stream stream) {
  std::set<Edge> chosen;
  const auto choose = [&](int i, int j) { chosen.emplace(std::min(i, j), std::max(i, j)); };
  std::vector<int> code(std::size_t(std::max(nodes - 2, 0)));
  std::vector<int> degree(std::size_t(nodes), 1);
  for (int& node : code) {
    node = int(stream.below(std::uint64_t(nodes)));
    ++degree[std::size_t(node)];
  }
  std::set<int> leaves;
  for (int i = 0; i < nodes; ++i)
    if (degree[std::size_t(i)] == 1) leaves.insert(i);
  for (const int node : code) {
    choose(*leaves.begin(), node);
    leaves.erase(leaves.begin());
    if (--degree[std::size_t(node)] == 1) leaves.insert(node);
  }
  if (nodes >= 2) choose(*leaves.begin(), *leaves.rbegin());

  std::vector<Edge> rest;
  for (int i = 0; i < nodes; ++i)
    for (int j = i + 1; j < nodes; ++j)
      if (!chosen.contains({i, j})) rest.emplace_back(i, j);
  // The first steps of a Fisher-Yates shuffle: as many as there are edges still to choose.
  for (std::size_t k = 0; std::int64_t(chosen.size()) < edges; ++k) {
    std::swap(rest[k], rest[k + stream.below(rest.size() - k)]);
    chosen.insert(rest[k]);
  }
  return {nodes, {chosen.begin(), chosen.end()}};
}

Graph erdos_renyi_graph(int nodes, double probability, Stream stream) {
  std::vector<Edge> edges;
  for (int i = 0; i < nodes; ++i)
    for (int j = i + 1; j < nodes; ++j)
      if (stream.uniform() < probability) edges.emplace_back(i, j);
  return {nodes, std::move(edges)};
}

namespace {

/// The next whole number of `text`, which loses it and what separates it from the next.
bool take_node(std::string_view& text, int& node) {
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, node);
  if (error != std::errc() || node < 0) return false;
  text.remove_prefix(std::size_t(rest - text.data()));
  text.remove_prefix(std::min(text.find_first_not_of(" \t,-\r"), text.size()));
  return true;
}

}  // namespace

Graph listed_graph(int nodes, std::string_view text) {
  std::vector<Edge> edges;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of(";\n"), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    std::string_view rest = line.substr(0, line.find('#'));
    rest.remove_prefix(std::min(rest.find_first_not_of(" \t\r"), rest.size()));
    if (rest.empty()) continue;
    Edge edge;
    const bool read = take_node(rest, edge.first) && take_node(rest, edge.second) && rest.empty();
    require(read,
            "the edge list has '{}', expected two agents' numbers, as in 0-1 or '3 7', with one "
            "pair a line or ';' between pairs",
            line);
    edges.push_back(edge);
  }
  return {nodes, std::move(edges)};
}

Outcome<Graph> connected(Graph graph) {
  const auto parts = graph.components();
  if (parts.size() <= 1) return graph;
  constexpr std::size_t shown = 8;
  std::string names;
  for (std::size_t k = 0; k < std::min(parts.size(), shown); ++k) {
    const auto& part = parts[k];
    const auto few = std::span(part).first(std::min(part.size(), shown));
    names += fmt::format("{}{{{}{}}}",
                         k == 0 ? "" : ", ",
                         fmt::join(few, ", "),
                         part.size() > shown ? fmt::format(", ... {} in all", part.size()) : "");
  }
  if (parts.size() > shown) names += fmt::format(" and {} more", parts.size() - shown);
  return Skip{fmt::format(
      "the graph is disconnected: its components are {}; agents agree only if each can reach every "
      "other, so {} more edges between components are needed at least",
      names,
      parts.size() - 1)};
}

}  // namespace dpsco
