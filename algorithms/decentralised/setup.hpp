// What every decentralised method shares: the network, the split, the sensitivities, and the table
// rows that set them.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "algorithms/decentralised/broadcast_noise.hpp"
#include "algorithms/decentralised/network.hpp"
#include "algorithms/decentralised/shards.hpp"
#include "framework/contracts.hpp"
#include "framework/registry/card.hpp"

namespace dpsco {

/// Planned from public facts. b = n/N is what an agent's sum is divided by; C_q bounds the L_q norm
/// of one record's contribution to grad f_i: phi's slope bound times the declared bound on ||x||_q,
/// divided by b. The regulariser touches no record. So B_q, the sensitivity of grad f_i, is 2 C_q
/// under replace_one and C_q under zero_out: from schema bounds, never from data.
struct Setup {
  std::shared_ptr<const Network> network{};
  Split split{};
  std::int64_t rounds = 0;  ///< K
  double share = 0;         ///< b
  double crowding = 1;      ///< largest b_i/b: grad f_i is a sum of b_i slopes divided by b
  double C_1 = 0, C_2 = 0, C_inf = 0;
  double ell = 0;     ///< every f_i is ell-smooth, regulariser included; inf if phi is not smooth
  double lambda = 0;  ///< and lambda-strongly convex

  int agents() const { return network->agents(); }
  /// To a gradient of d coordinates.
  Contribution contribution(Index d) const {
    return {.one = C_1, .two = C_2, .inf = C_inf, .d = double(d)};
  }
  /// For Plan::schedule: agents, edges, lambda_2, lambda_n, spectral_gap, rounds, and B_1, B_2,
  /// B_inf under `adjacency`.
  std::map<std::string, double> numbers(Adjacency adjacency) const;
};

/// Base of the methods.
struct NetworkMethod : Algorithm {
  std::int64_t agents = 10, edges = 0, graph_seed = 1, rounds = 100;
  double edge_probability = 0.5, skew = 0.5;
  std::string graph = "random", edge_list{}, weights = "metropolis", split = "even", split_list{};

 protected:
  /// A Skip names the condition that fails and what would do: a disconnected graph with its
  /// components, too few or too many edges, an agent without records (b = 0), a loss or schema
  /// without the bound B. Throws ConfigError on a bad edge list or split list.
  Outcome<Setup> setup(const Facts& facts) const;
};

/// Rows of NetworkMethod's members: agents, their data and rounds. pre: T derives from it.
template <class T>
std::vector<Param<T>> agent_rows() {
  return {
      whole<T>("agents", &T::agents, {1, 4096}, "agents", "N"),
      word<T>("split", &T::split, "even label-skew list", "how rows are dealt to agents"),
      real<T>("skew",
              &T::skew,
              {1e-6, 1e9},
              "",
              "Dirichlet concentration of split = label-skew: small is skewed, large is even"),
      path<T>("split_list",
              &T::split_list,
              "of split = list: a file with one agent's number a row, PATH#SHA256 (12 digits do)"),
      whole<T>("rounds", &T::rounds, {1, 1e9}, "rounds", "K")};
}
/// Who talks to whom.
template <class T>
std::vector<Param<T>> graph_rows() {
  return {
      word<T>("graph",
              &T::graph,
              "random ring grid complete star erdos-renyi list",
              "who talks to whom"),
      whole<T>("edges",
               &T::edges,
               {0, 1e7},
               "edges",
               "|E| of graph = random; 0: twice the agents, or all pairs if there are fewer"),
      real<T>("edge_probability",
              &T::edge_probability,
              {0, 1},
              "",
              "of graph = erdos-renyi, each pair independently"),
      path<T>("edge_list",
              &T::edge_list,
              "of graph = list: pairs '0-1;1-2', or a file of pairs, PATH#SHA256 (12 digits do)"),
      whole<T>("graph_seed",
               &T::graph_seed,
               {0, 0x1p53},
               "",
               "of random graphs: the same for all repetitions")};
}
template <class T>
Param<T> weights_row() {
  return word<T>("weights",
                 &T::weights,
                 "metropolis lazy-metropolis laplacian",
                 "mixing matrix: Metropolis, (I + it)/2, or I - L/(1 + largest degree)");
}
template <class T>
Param<T> noise_row() {
  return word<T>("noise",
                 &T::noise,
                 "gaussian laplace exponential",
                 "per coordinate, or density exp(-a ||.||) (exponential)");
}
template <class T>
std::vector<Param<T>> joined(std::vector<Param<T>> first, const std::vector<Param<T>>& then) {
  first.insert(first.end(), then.begin(), then.end());
  return first;
}
/// Agents, graph, then `own`: for methods whose weights are their own.
template <class T>
std::vector<Param<T>> with_graph_rows(const std::vector<Param<T>>& own) {
  return joined<T>(joined<T>(agent_rows<T>(), graph_rows<T>()), own);
}
/// Agents, graph, weights, then `own`.
template <class T>
std::vector<Param<T>> with_network_rows(const std::vector<Param<T>>& own) {
  return with_graph_rows<T>(joined<T>({weights_row<T>()}, own));
}

}  // namespace dpsco
