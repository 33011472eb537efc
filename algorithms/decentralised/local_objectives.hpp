// The agents' private functions.
//
//   f_i(x) = (1/b) sum_{rows of i} phi(<z, x>, y) + (lambda/2) ||x||^2,   b = n/N,
//
// with the same public b for every agent, so that (1/N) sum_i f_i is the whole training objective
// whatever the split, and one record moves grad f_i by as much at every agent.
//
// The agents' rows are copied, agent by agent: rounds then read memory in order, which halves the
// time of large dense ones, for twice the memory.
#pragma once

#include <span>
#include <vector>

#include "algorithms/decentralised/shards.hpp"
#include "framework/problem/problem.hpp"

namespace dpsco {

/// Thread-safe; allocates nothing.
class LocalObjectives {
 public:
  /// `problem` must outlive it. `share` is b. O(data).
  LocalObjectives(const Problem& problem, const Shards& shards, double share);

  double value(int i, std::span<const double> x) const;
  /// out [d] <- grad f_i(x), x [d]; they must not overlap.
  void gradient(int i, std::span<const double> x, std::span<double> out) const;
  /// d f_i / d x_l at x [d].
  double partial(int i, std::span<const double> x, Index l) const;

  /// All agents' rows; agent i's are number first(i), ..., first(i + 1) - 1.
  const Data& data() const { return data_; }
  Index first(int i) const { return start_[std::size_t(i)]; }
  const Problem& problem() const { return problem_; }
  double share() const { return share_; }

 private:
  const Problem& problem_;
  Data data_;
  std::vector<Index> start_;  ///< [N + 1]
  double share_;
};

}  // namespace dpsco
