// The agents' private functions.
//
//   f_i(x) = (1/b) sum_{rows of i} phi(<z, x>, y) + (lambda/2) ||x||^2,   b = n/N,
//
// with the same public b for every agent, so that (1/N) sum_i f_i is the whole training objective
// whatever the split, and one record moves grad f_i by as much at every agent.
#pragma once

#include <span>

#include "algorithms/decentralised/shards.hpp"
#include "framework/problem/problem.hpp"

namespace dpsco {

/// Thread-safe; allocates nothing.
class LocalObjectives {
 public:
  /// `problem` must outlive it. `share` is b.
  LocalObjectives(const Problem& problem, Shards shards, double share)
      : problem_(problem), shards_(std::move(shards)), share_(share) {}

  double value(int i, std::span<const double> x) const;
  /// out [d] <- grad f_i(x), x [d]; they must not overlap.
  void gradient(int i, std::span<const double> x, std::span<double> out) const;
  /// d f_i / d x_l at x [d].
  double partial(int i, std::span<const double> x, Index l) const;

  std::span<const Index> rows(int i) const { return shards_.rows(i); }
  const Problem& problem() const { return problem_; }
  double share() const { return share_; }

 private:
  const Problem& problem_;
  Shards shards_;
  double share_;
};

}  // namespace dpsco
