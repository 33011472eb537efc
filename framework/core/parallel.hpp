// The only door to threads for a method that is parallel inside. Both loops give the same bits for
// any number of threads.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <utility>

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/parallel_reduce.h>
#include <oneapi/tbb/task_arena.h>

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

/// deterministic_reduce by at most `threads` threads: by the calling one alone if that is 1, along
/// the same tree and so with the same bits.
template <class T, class Map, class Join>
T reduce_by(int threads,
            std::int64_t n,
            std::int64_t grain,
            const T& identity,
            const Map& map,
            const Join& join) {
  if (threads <= 1) {
    assert(n >= 0 && grain >= 1);
    const auto fold = [&](const auto& self, std::int64_t begin, std::int64_t end) -> T {
      if (end - begin <= grain) return join(T(identity), map(begin, end));
      const std::int64_t middle = begin + (end - begin) / 2;  // where blocked_range splits
      return join(self(self, begin, middle), self(self, middle, end));
    };
    return fold(fold, 0, n);
  }
  tbb::task_arena arena(threads);
  return arena.execute([&] { return deterministic_reduce(n, grain, identity, map, join); });
}

/// parallel_for by at most `threads` threads: by the calling one alone if that is 1.
template <class F>
void for_ranges_by(int threads, std::int64_t n, std::int64_t grain, F&& f) {
  if (threads <= 1) {
    for (std::int64_t begin = 0; begin < n; begin += grain) f(begin, std::min(n, begin + grain));
    return;
  }
  tbb::task_arena arena(threads);
  arena.execute([&] { parallel_for(n, grain, f); });
}

}  // namespace dpsco
