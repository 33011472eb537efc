// Who holds which records, what each agent computes from its own, and how much one record can move
// it.
//
// Agent i of N holds the rows S_i and f_i(w) = (N/n) sum_{r in S_i} phi_r(w) + (lambda/2)||w||^2,
// so that the mean of the f_i is the objective F exactly. N/n is public, so the sensitivities below
// hold whatever the split. Neighbours differ in one record of one agent; the split itself stands
// for the world (who collected what) and is no release.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "algorithms/decentralised/network.hpp"
#include "framework/contracts.hpp"
#include "framework/core/parallel.hpp"

namespace dpsco {

/// Bounds on how far one record can move grad f_i, in three norms: factor * slope * ||x||_q N/n,
/// factor 2 under replace_one and 1 otherwise. From public facts alone.
struct GradientSensitivity {
  double one = 0, two = 0, inf = 0;  ///< B_1, B_2, B_inf
};
/// pre: facts.n >= 1, finite G.
GradientSensitivity gradient_sensitivity(const Facts& facts,
                                         std::int64_t agents,
                                         Adjacency adjacency);

/// The parameters that all methods on a network share: inherit it beside Algorithm.
struct NetworkSettings {
  std::int64_t agents = 10, edges = 0, graph_seed = 1, rounds = 100;
  std::string graph = "random", split = "even";
  double concentration = 0.5;

  /// The graph, after checking that every agent gets a record. Skip: as make_network(), or n <
  /// agents, naming the largest number of agents.
  Outcome<Network> network(const Facts& facts) const;
};

/// Their rows for a method's table, followed by its own.
template <class T>
std::vector<Param<T>> with_network(std::vector<Param<T>> own) {
  std::vector<Param<T>> rows = {
      whole<T>("agents", &T::agents, {1, 1e5}, "agents", "N"),
      whole<T>("edges",
               &T::edges,
               {0, 1e9},
               "edges",
               "|E| of graph = random, its mean of erdos-renyi; 0: 2 N or all"),
      whole<T>("graph_seed", &T::graph_seed, {0, 1e15}, "", "of a random graph"),
      whole<T>("rounds", &T::rounds, {1, 1e7}, "rounds", "K"),
      word<T>("graph", &T::graph, graph_names, "who talks to whom"),
      word<T>("split", &T::split, "even label-skew", "which records an agent holds"),
      real<T>("concentration",
              &T::concentration,
              {1e-3, 1e6},
              "",
              "of split = label-skew: shares of the classes are Dirichlet; small is skewed")};
  rows.insert(rows.end(), own.begin(), own.end());
  return rows;
}

/// The rows of each agent [N]. Sizes differ by at most one. even: a random deal. label-skew: agent
/// after agent draws its share of positive labels from the symmetric Dirichlet law of that
/// concentration on the two classes (y > 0 and the rest) and then its records, from the other
/// class once one is used up. pre: agents >= 1.
std::vector<std::vector<Index>> split_rows(const Data& data,
                                           std::int64_t agents,
                                           std::string_view split,
                                           double concentration,
                                           Stream stream);

/// The agents of one run with their local objectives. Thread-safe: different agents may be asked at
/// once.
class Agents {
 public:
  /// Splits the problem's rows by context.stream(Purpose::split). `problem` must outlive it.
  Agents(const Problem& problem, const NetworkSettings& settings, const RunContext& context);
  int size() const { return int(rows_.size()); }
  std::span<const Index> rows(int i) const { return rows_[std::size_t(i)]; }
  /// gradient [d] <- grad f_i(w), w [d]; no overlap.
  void gradient(int i, std::span<const double> w, std::span<double> gradient) const;
  /// d f_i / d w_l.
  double partial(int i, std::span<const double> w, Index l) const;
  /// f_i(w).
  double objective(int i, std::span<const double> w) const;

 private:
  const Problem& problem_;
  double scale_;  ///< N/n
  std::vector<std::vector<Index>> rows_;
};

/// Agent i's own noise; separate from its random weights, so that one can be changed alone.
Stream noise_stream(const RunContext& context, int i);
/// Agent i's random weights.
Stream weight_stream(const RunContext& context, int i);

/// f(i) for every agent by at most context.threads() threads; f must write only what belongs to i.
template <class F>
void for_agents(const RunContext& context, int agents, const F& f) {
  for_ranges_by(context.threads(), agents, 1, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i) f(int(i));
  });
}

/// Shows the round to the trajectory if it wants it. iterates [N, d].
void look_at_round(const RunContext& context,
                   std::int64_t round,
                   std::span<const double> iterates,
                   int agents,
                   double sent_bytes,
                   std::optional<double> realised_loss = {});

/// out.agents [N, d] <- x and out.w <- its mean over agents.
void finish(Solution& out, std::vector<double> x, int agents);

/// Bytes sent when every agent sends `numbers` doubles to each of its neighbours.
inline double bytes_of_broadcast(const Network& network, double numbers) {
  return 2 * double(network.edges().size()) * 8 * numbers;
}

}  // namespace dpsco
