#include "framework/runner/runner.hpp"

#include <thread>

#include <doctest/doctest.h>

#include "framework/runner/testing/cells.hpp"

// The suite's name says that it runs inside oneTBB, which ThreadSanitizer can't see into: the
// sanitizer run leaves it out (docs/runner.md).
TEST_SUITE_BEGIN("graph");

namespace dpsco {

namespace {

using testing::cell;
using testing::faulty;
using testing::MemorySink;
using testing::walk;

using Run = RunSummary (*)(std::span<const Cell>,
                           const Catalog&,
                           const Services&,
                           const RunOptions&,
                           Sink&,
                           Progress&,
                           StopControl&);

RunSummary run(Run runner,
               const std::vector<Cell>& cells,
               const RunOptions& options,
               Sink& sink,
               StopControl& stop) {
  const Catalog catalog = testing::catalog();
  NoProgress progress;
  return runner(cells, catalog, testing::services(), options, sink, progress, stop);
}
RunSummary run(Run runner, const std::vector<Cell>& cells, const RunOptions& options, Sink& sink) {
  StopControl stop;
  return run(runner, cells, options, sink, stop);
}

/// Calls a function at each record.
struct HookSink final : Sink {
  explicit HookSink(std::function<void(const Record&)> function) : hook(std::move(function)) {}
  void write(const Record& record) override { hook(record); }
  std::function<void(const Record&)> hook;
};

std::size_t sum(const RunSummary& summary) {
  return summary.finished_before + summary.total_written() + summary.not_started;
}

}  // namespace

TEST_CASE("runner: serial and graph with 1, 2, 3 and 8 threads write the same digests") {
  const std::vector<Cell> cells = testing::grid(4);
  MemorySink oracle;
  const RunSummary expected = run(run_serial, cells, {}, oracle);
  CHECK(oracle.written == cells.size());
  CHECK(oracle.records.size() == cells.size());
  for (const Status status :
       {Status::ok, Status::diverged, Status::skipped, Status::infeasible, Status::failed})
    CHECK(expected.count(status) > 0);

  for (const int threads : {1, 2, 3, 8}) {
    CAPTURE(threads);
    MemorySink sink;
    const RunSummary summary = run(run_graph, cells, {.threads = threads}, sink);
    CHECK(sink.written == cells.size());
    CHECK(sink.digests() == oracle.digests());
    CHECK(summary.written == expected.written);
    CHECK(summary.builds == expected.builds);
  }
}

TEST_CASE("runner: an empty grid is finished") {
  for (const Run runner : {run_serial, run_graph}) {
    MemorySink sink;
    const RunSummary summary = run(runner, {}, {.finished_before = 7}, sink);
    CHECK(summary.planned == 7);
    CHECK(summary.total_written() == 0);
    CHECK(exit_code(summary) == 0);
  }
}

TEST_CASE("runner: a problem is loaded once, its optimum found once, and both are freed") {
  std::vector<Cell> cells;
  for (std::int64_t repetition = 0; repetition < 30; ++repetition)
    for (std::int64_t steps = 1; steps <= 5; ++steps)
      cells.push_back(cell(walk(steps), {"toy", {{"held", std::int64_t{1000}}}}, repetition));
  for (const Run runner : {run_serial, run_graph}) {
    testing::watch().reset();
    MemorySink sink;
    const RunSummary summary = run(runner, cells, {.threads = 3}, sink);
    CHECK(summary.count(Status::ok) == cells.size());
    CHECK(summary.builds == 30);
    CHECK(testing::watch().loads == 30);
    CHECK(testing::watch().optima == 30);
    CHECK(testing::watch().live_bytes == 0);
  }
}

TEST_CASE("runner: no metric asks for the optimum, nobody looks for it") {
  Cell one = cell(walk(1));
  one.metrics = {"objective"};
  testing::watch().reset();
  MemorySink sink;
  CHECK(run(run_graph, {one}, {.threads = 2}, sink).count(Status::ok) == 1);
  CHECK(testing::watch().optima == 0);
}

TEST_CASE("runner: the byte budget holds, and what exceeds it by itself goes alone") {
  constexpr std::int64_t megabyte = 1'000'000;
  std::vector<Cell> cells;
  for (std::int64_t repetition = 0; repetition < 12; ++repetition) {
    const std::int64_t held = repetition % 6 == 5 ? 5 * megabyte : megabyte;
    for (std::int64_t steps = 100; steps < 104; ++steps)
      cells.push_back(cell(walk(steps), {"toy", {{"held", held}}}, repetition));
  }
  for (const int threads : {1, 2, 8}) {
    CAPTURE(threads);
    testing::watch().reset();
    MemorySink sink;
    const RunSummary summary = run(
        run_graph, cells, {.threads = threads, .memory_bytes = std::size_t(3 * megabyte)}, sink);
    CHECK(summary.count(Status::ok) == cells.size());
    // The big problems alone, or small ones within the budget: never one beside another.
    CHECK(testing::watch().peak_bytes == 5 * megabyte);
    CHECK(summary.peak_bytes >= std::size_t(5 * megabyte));
    CHECK(summary.peak_bytes < std::size_t(6 * megabyte));
  }
  std::erase_if(cells, [](const Cell& one) { return one.repetition % 6 == 5; });
  testing::watch().reset();
  MemorySink sink;
  const RunSummary summary =
      run(run_graph, cells, {.threads = 8, .memory_bytes = std::size_t(3 * megabyte)}, sink);
  CHECK(testing::watch().peak_bytes <= 3 * megabyte);
  CHECK(summary.peak_bytes <= std::size_t(3 * megabyte));
  CHECK(summary.peak_bytes > std::size_t(megabyte));
}

TEST_CASE("runner: no run starts inside another run that waits for its own parallel loop") {
  std::vector<Cell> cells;
  for (std::int64_t i = 0; i < 60; ++i) {
    cells.push_back(cell({"toy-parallel", {}}));
    cells.back().key = sha256_hex(std::to_string(i));
  }
  testing::watch().reset();
  MemorySink sink;
  const RunSummary summary = run(run_graph, cells, {.threads = 4}, sink);
  CHECK(summary.count(Status::ok) == cells.size());
  CHECK(testing::watch().deepest == 1);
}

TEST_CASE("runner: a data set that can't be loaded fails its cells and no others") {
  std::vector<Cell> cells;
  for (const char* fault : {"none", "throws", "oom"})
    for (std::int64_t steps = 1; steps <= 3; ++steps)
      cells.push_back(cell(walk(steps), {"toy", {{"fault", std::string(fault)}}}));
  for (const Run runner : {run_serial, run_graph}) {
    MemorySink sink;
    const RunSummary summary = run(runner, cells, {.threads = 2}, sink);
    CHECK(summary.count(Status::ok) == 3);
    CHECK(summary.count(Status::failed) == 6);
    CHECK(exit_code(summary) == 1);
    CHECK(sink.records.at(cells[3].key).reason == "toy.txt:3:7: expected a number");
    CHECK(sink.records.at(cells[8].key).reason == "oom");
  }
}

TEST_CASE("runner: what ran out of memory beside others succeeds alone, once more and no oftener") {
  std::vector<Cell> cells{cell(faulty("oom-once")), cell(faulty("oom"))};
  for (std::int64_t i = 0; i < 8; ++i) cells.push_back(cell(faulty("sleeps"), {"toy", {}}, i));
  for (const Run runner : {run_serial, run_graph}) {
    testing::watch().reset();
    MemorySink sink;
    const RunSummary summary = run(runner, cells, {.threads = 3}, sink);
    CHECK(sink.written == cells.size());
    CHECK(summary.count(Status::ok) == 9);
    CHECK(sink.records.at(cells[0].key).status == Status::ok);
    CHECK(sink.records.at(cells[1].key).reason == "oom");
    CHECK(testing::watch().runs == int(cells.size()) + 2);
  }
}

TEST_CASE("runner: one request drains, writes what ran, and the rest has no record") {
  std::vector<Cell> cells;
  for (std::int64_t i = 0; i < 200; ++i) cells.push_back(cell(walk(2000 + i)));
  for (const Run runner : {run_serial, run_graph}) {
    StopControl stop;
    std::size_t written = 0;
    HookSink sink([&](const Record& record) {
      CHECK(record.status == Status::ok);
      if (++written == 5) stop.request();
    });
    const RunSummary summary = run(runner, cells, {.threads = 2}, sink, stop);
    CHECK(summary.stopped);
    CHECK(exit_code(summary) == 130);
    CHECK(summary.total_written() == written);
    CHECK(written >= 5);
    CHECK(summary.not_started > 0);
    CHECK(sum(summary) == summary.planned);
  }
}

TEST_CASE("runner: two requests make running methods leave") {
  std::vector<Cell> cells;
  for (std::int64_t i = 0; i < 6; ++i) cells.push_back(cell(faulty("spins"), {"toy", {}}, i));
  for (const Run runner : {run_serial, run_graph}) {
    StopControl stop;
    testing::watch().reset();
    const std::jthread impatient([&] {
      while (testing::watch().running == 0) std::this_thread::yield();
      stop.request();
      stop.request();
    });
    MemorySink sink;
    const RunSummary summary = run(runner, cells, {.threads = 2}, sink, stop);
    CHECK(summary.count(Status::cancelled) >= 1);
    CHECK(summary.count(Status::cancelled) == summary.total_written());
    CHECK(summary.not_started >= 1);
    CHECK(sum(summary) == summary.planned);
  }
}

TEST_CASE("runner: stopped before it starts, it starts nothing") {
  for (const Run runner : {run_serial, run_graph}) {
    StopControl stop;
    stop.request();
    testing::watch().reset();
    MemorySink sink;
    const RunSummary summary = run(runner, testing::grid(1), {.threads = 2}, sink, stop);
    CHECK(summary.not_started == summary.planned);
    CHECK(testing::watch().loads == 0);
  }
}

TEST_CASE("runner: fail-fast starts nothing after a failure") {
  std::vector<Cell> cells{cell(faulty("throws"))};
  for (std::int64_t i = 0; i < 200; ++i) cells.push_back(cell(walk(2000 + i)));
  for (const Run runner : {run_serial, run_graph}) {
    MemorySink sink;
    // One thread: with more, oneTBB may let the first job wait longest.
    const RunSummary summary = run(runner, cells, {.threads = 1, .fail_fast = true}, sink);
    CHECK(summary.count(Status::failed) == 1);
    CHECK(summary.not_started == 200);
    CHECK_FALSE(summary.stopped);
    CHECK(exit_code(summary) == 1);
  }
}

TEST_CASE("runner: a sink that throws stops the grid and is heard") {
  for (const Run runner : {run_serial, run_graph}) {
    std::size_t calls = 0;
    HookSink sink([&](const Record& /*record*/) {
      if (++calls == 3) throw std::runtime_error("disk full");
    });
    CHECK_THROWS_WITH_AS(
        run(runner, testing::grid(2), {.threads = 2}, sink), "disk full", std::runtime_error);
    CHECK(calls == 3);
  }
}

TEST_CASE("runner: isolated mode runs one at a time, warms up, and changes no number") {
  const std::vector<Cell> cells = testing::grid(1);
  MemorySink oracle;
  run(run_serial, cells, {}, oracle);
  for (const Run runner : {run_serial, run_graph}) {
    testing::watch().reset();
    MemorySink sink;
    const RunSummary summary = run(runner, cells, {.threads = 2, .isolated = true}, sink);
    CHECK(sink.digests() == oracle.digests());
    CHECK(summary.threads == 1);
    CHECK(testing::watch().most_running == 1);
    const Record& walked = sink.records.at(cells[1].key);
    CHECK(walked.timing.isolated);
    MemorySink single;
    testing::watch().reset();
    run(runner, {cells[1]}, {.isolated = true}, single);
    CHECK(testing::watch().runs >= 2);
    CHECK(testing::watch().runs <= 5);
  }
}

TEST_CASE("runner: isolated mode finds a method that is not a function of its streams") {
  const Cell one = cell(faulty("random"));
  MemorySink sink;
  const RunSummary summary = run(run_serial, {one}, {.isolated = true}, sink);
  CHECK(summary.count(Status::failed) == 1);
  CHECK(sink.records.at(one.key).reason.starts_with("two runs of the same cell gave different"));
}

TEST_CASE("runner: progress counts up to the total") {
  struct Counting final : Progress {
    void update(const ProgressState& state) override {
      CHECK(state.done >= last.done);
      last = state;
    }
    void finish(const ProgressState& state) override {
      ++finishes;
      last = state;
    }
    ProgressState last{};
    int finishes = 0;
  };
  const std::vector<Cell> cells = testing::grid(2);
  const Catalog catalog = testing::catalog();
  for (const Run runner : {run_serial, run_graph}) {
    Counting progress;
    MemorySink sink;
    StopControl stop;
    const RunSummary summary = runner(cells,
                                      catalog,
                                      testing::services(),
                                      {.threads = 2, .finished_before = 5},
                                      sink,
                                      progress,
                                      stop);
    CHECK(progress.finishes == 1);
    CHECK(progress.last.total == cells.size() + 5);
    CHECK(progress.last.finished_before == 5);
    CHECK(progress.last.done == cells.size());
    CHECK(progress.last.failures == summary.count(Status::failed));
    CHECK(*progress.last.remaining() == 0);
  }
}

}  // namespace dpsco

TEST_SUITE_END();
