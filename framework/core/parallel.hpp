// The only door to threads for a method that is parallel inside. Both loops give the same bits for
// any number of threads.
#pragma once

#include <cassert>
#include <cstdint>
#include <utility>

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/parallel_reduce.h>

namespace dpsco {

/// Calls f(begin, end) for disjoint ranges that cover [0, n), on any threads in any order. f must
/// write only what belongs to its range. pre: n >= 0, grain >= 1.
template <class F>
void parallel_for(std::int64_t n, std::int64_t grain, F&& f) {
  assert(n >= 0 && grain >= 1);
  tbb::parallel_for(
      tbb::blocked_range<std::int64_t>(0, n, std::size_t(grain)),
      [&f](const tbb::blocked_range<std::int64_t>& range) { f(range.begin(), range.end()); },
      tbb::simple_partitioner());
}

/// Folds [0, n): value = map(begin, end) for each leaf, joined pairwise by join(left, right) along
/// a tree that depends on n and grain alone. That holds only for simple_partitioner: with others
/// the bits change with the number of threads. pre: n >= 0, grain >= 4096 (below, the loop costs
/// more than its work); join(identity, x) = x.
template <class T, class Map, class Join>
T deterministic_reduce(
    std::int64_t n, std::int64_t grain, const T& identity, Map&& map, Join&& join) {
  assert(n >= 0 && grain >= 4096);
  return tbb::parallel_deterministic_reduce(
      tbb::blocked_range<std::int64_t>(0, n, std::size_t(grain)),
      identity,
      [&](const tbb::blocked_range<std::int64_t>& range, T value) {
        return join(std::move(value), map(range.begin(), range.end()));
      },
      join,
      tbb::simple_partitioner());
}

}  // namespace dpsco
