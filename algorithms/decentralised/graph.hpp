// Who talks to whom: undirected simple graphs, made from a seed or from a list of edges.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "framework/core/outcome.hpp"
#include "framework/core/random.hpp"

namespace dpsco {

using Edge = std::pair<int, int>;  ///< (i, j), i < j

/// Undirected, without loops or double edges. Nodes are 0, ..., nodes() - 1.
class Graph {
 public:
  /// Edges in any order and direction. Throws ConfigError on a node out of range, a loop, or an
  /// edge given twice. pre: nodes >= 1.
  Graph(int nodes, std::vector<Edge> edges);

  int nodes() const { return int(start_.size()) - 1; }
  const std::vector<Edge>& edges() const { return edges_; }  ///< sorted
  std::span<const int> neighbours(int i) const {             ///< increasing
    const auto from = std::size_t(start_[std::size_t(i)]);
    return std::span(neighbours_).subspan(from, std::size_t(degree(i)));
  }
  /// Number of the edge to neighbours(i)[k], an index of edges().
  int edge(int i, std::size_t k) const { return edge_of_[std::size_t(start_[std::size_t(i)]) + k]; }
  int degree(int i) const { return start_[std::size_t(i) + 1] - start_[std::size_t(i)]; }
  int largest_degree() const;
  /// Connected components, each increasing, by their smallest node.
  std::vector<std::vector<int>> components() const;

 private:
  std::vector<Edge> edges_;
  std::vector<int> start_;                 ///< [nodes + 1]
  std::vector<int> neighbours_, edge_of_;  ///< [2 |E|]
};

Graph ring_graph(int nodes);      ///< one cycle; a path for two nodes
Graph complete_graph(int nodes);  ///< every pair
Graph star_graph(int nodes);      ///< node 0 is the hub
/// rows x columns with rows the largest divisor of `nodes` up to its square root; prime: a path.
Graph grid_graph(int nodes);
/// A uniformly random labelled tree (Pruefer code) and edges - (nodes - 1) more, uniform among the
/// rest: connected. pre: nodes - 1 <= edges <= nodes (nodes - 1)/2.
Graph random_connected_graph(int nodes, std::int64_t edges, Stream stream);
/// Every pair with this probability, independently; may be disconnected.
Graph erdos_renyi_graph(int nodes, double probability, Stream stream);
/// Pairs "i j", zero-based; blank, comma or '-' between the two, newline or ';' between pairs, '#'
/// starts a comment. Throws ConfigError naming the pair that is none.
Graph listed_graph(int nodes, std::string_view text);

/// `graph`, or a Skip that names its components if there are several.
Outcome<Graph> connected(Graph graph);

}  // namespace dpsco
