#include "framework/core/parallel.hpp"

#include <atomic>
#include <functional>
#include <vector>

#include <doctest/doctest.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>

TEST_SUITE_BEGIN("graph");

namespace dpsco {

namespace {

double sum_of_terms(std::int64_t n, std::int64_t grain) {
  return deterministic_reduce(
      n,
      grain,
      0.0,
      [](std::int64_t begin, std::int64_t end) {
        double sum = 0;
        for (std::int64_t i = begin; i < end; ++i) sum += 1 / (1 + double(i) * 0.37);
        return sum;
      },
      std::plus<>());
}

}  // namespace

TEST_CASE("parallel: a sum has the same bits for 1, 2, 3 and 8 threads") {
  constexpr std::int64_t n = 1'000'003;
  std::vector<double> sums;
  for (const int threads : {1, 2, 3, 8}) {
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism,
                                    std::size_t(threads));
    tbb::task_arena arena(threads);
    for (int repeat = 0; repeat < 20; ++repeat)
      arena.execute([&] { sums.push_back(sum_of_terms(n, 4096)); });
  }
  for (const double sum : sums) CHECK(sum == sums.front());
  // Another tree, other roundings: the test would notice a tree that moves.
  CHECK(sum_of_terms(n, 100'000) != sums.front());
  CHECK(sum_of_terms(0, 4096) == 0);
}

TEST_CASE("parallel: a loop visits every index once, in ranges no longer than the grain") {
  std::vector<std::atomic<int>> visits(10'000);
  std::atomic<bool> too_long{false};
  parallel_for(10'000, 64, [&](std::int64_t begin, std::int64_t end) {
    if (end - begin > 64) too_long = true;
    for (std::int64_t i = begin; i < end; ++i) ++visits[std::size_t(i)];
  });
  for (const auto& count : visits) CHECK(count == 1);
  CHECK_FALSE(too_long);
  parallel_for(0, 1, [](std::int64_t, std::int64_t) { FAIL("nothing to visit"); });
}

TEST_CASE("parallel: a run of one thread sums along the tree that many threads use") {
  const auto map = [](std::int64_t begin, std::int64_t end) {
    double sum = 0;
    for (std::int64_t i = begin; i < end; ++i) sum += 1 / (1 + double(i) * 0.37);
    return sum;
  };
  for (const std::int64_t n : {0, 1, 4096, 4097, 1'000'003}) {
    const double alone = reduce_by(1, n, 4096, 0.0, map, std::plus<>());
    for (const int threads : {2, 3, 8})
      CHECK(reduce_by(threads, n, 4096, 0.0, map, std::plus<>()) == alone);
  }
  for (const int threads : {1, 3}) {
    std::vector<std::atomic<int>> visits(1000);
    for_ranges_by(threads, 1000, 7, [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t i = begin; i < end; ++i) ++visits[std::size_t(i)];
    });
    for (const auto& count : visits) CHECK(count == 1);
  }
}

}  // namespace dpsco

TEST_SUITE_END();
