// The gradient of the whole objective, and projection onto a ball: what full-batch methods share.
#pragma once

#include <span>
#include <vector>

#include "framework/problem/problem.hpp"

namespace dpsco {

/// grad F(w) = (1/n) sum_i phi'(<w, x_i>, y_i) x_i + lambda w, n = facts.n (public, so under
/// add_remove it is the declared one). Rows are folded along a tree that depends on their number
/// alone: the same bits for any number of threads. Owns its scratch: at() allocates nothing.
class FullGradient {
 public:
  /// `problem` must outlive it. At most `threads` threads take part.
  FullGradient(const Problem& problem, int threads);
  /// gradient [d] <- grad F(w), w [d]; gradient must not overlap w. Not thread-safe.
  void at(std::span<const double> w, std::span<double> gradient);

 private:
  /// Sum of the rows' gradients in [begin, end) into the leaf's buffer; which one is returned.
  std::ptrdiff_t leaf(std::span<const double> w, Index begin, Index end);

  const Problem& problem_;
  int threads_;
  std::size_t d_;
  std::vector<double> partial_;  ///< [leaves, d]
};

/// w <- the nearest point of ||w|| <= radius. pre: radius > 0.
void project_onto_ball(std::span<double> w, double radius);

}  // namespace dpsco
