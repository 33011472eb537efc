// What scheduling costs: grids of empty runs, the sink's write(2) included, and how well CPU-bound
// runs use the cores.
#include <cstdio>
#include <cstdlib>
#include <unistd.h>

#include <benchmark/benchmark.h>

#include "framework/runner/gauges.hpp"
#include "framework/runner/runner.hpp"
#include "framework/runner/testing/cells.hpp"

namespace dpsco {

namespace {

/// One write(2) of a line of a journal's size per record, to a file without a name.
struct FileSink final : Sink {
  FileSink() : file(std::tmpfile()) {}
  FileSink(const FileSink&) = delete;
  FileSink& operator=(const FileSink&) = delete;
  FileSink(FileSink&&) = delete;
  FileSink& operator=(FileSink&&) = delete;
  ~FileSink() override { static_cast<void>(std::fclose(file)); }
  void write(const Record& record) override {
    line = fmt::format("{:<400} {} {}\n", record.cell.key, record.digest, record.timing.wall);
    if (::write(fileno(file), line.data(), line.size()) != ssize_t(line.size())) std::abort();
  }
  std::FILE* file;
  std::string line;
};

std::vector<Cell> repeated(const Choice& algorithm, std::int64_t count, std::int64_t problems) {
  std::vector<Cell> cells;
  for (std::int64_t i = 0; i < count; ++i) {
    Cell one = testing::cell(algorithm, {"toy", {}}, i * problems / count);
    one.accountants.clear();
    one.bounds.clear();
    one.metrics = {"objective"};
    one.key = sha256_hex(std::to_string(i));
    cells.push_back(std::move(one));
  }
  return cells;
}

void run_cells(benchmark::State& state, const std::vector<Cell>& cells, int threads) {
  const Catalog catalog = testing::catalog();
  const Services services = testing::services();
  NoProgress progress;
  for ([[maybe_unused]] const auto _ : state) {
    FileSink sink;
    StopControl stop;
    const RunSummary summary =
        threads == 0
            ? run_serial(cells, catalog, services, {}, sink, progress, stop)
            : run_graph(cells, catalog, services, {.threads = threads}, sink, progress, stop);
    if (summary.count(Status::ok) != cells.size()) state.SkipWithError("not every cell is ok");
  }
  state.counters["a_run"] = benchmark::Counter(
      double(cells.size()),
      benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

/// Argument: threads of the graph, 0 for the serial runner.
void empty_runs_of_one_problem(benchmark::State& state) {
  run_cells(state, repeated({"toy-noop", {}}, 10'000, 1), int(state.range(0)));
}
void empty_runs_of_many_problems(benchmark::State& state) {
  run_cells(state, repeated({"toy-noop", {}}, 10'000, 1'000), int(state.range(0)));
}
/// About 0.3 ms each.
void busy_runs(benchmark::State& state) {
  run_cells(state, repeated(testing::walk(10'000), 300, 30), int(state.range(0)));
}
/// The shape of a suite on synthetic data: 40 problems that take a few ms to load, 6 runs each.
void small_problems(benchmark::State& state) {
  const Choice data{"toy", {{"n", std::int64_t{2'000}}, {"d", std::int64_t{100}}}};
  std::vector<Cell> cells;
  for (std::int64_t repetition = 0; repetition < 40; ++repetition)
    for (std::int64_t arm = 0; arm < 6; ++arm)
      cells.push_back(testing::cell(testing::walk(500 + arm), data, repetition));
  run_cells(state, cells, int(state.range(0)));
}
void gauges(benchmark::State& state) {
  for ([[maybe_unused]] const auto _ : state) benchmark::DoNotOptimize(Stopwatch().stop(false));
}

BENCHMARK(empty_runs_of_one_problem)
    ->Arg(0)
    ->Arg(1)
    ->Arg(2)
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK(empty_runs_of_many_problems)
    ->Arg(0)
    ->Arg(1)
    ->Arg(2)
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK(busy_runs)->Arg(0)->Arg(1)->Arg(2)->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK(small_problems)->Arg(0)->Arg(1)->Arg(2)->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK(gauges);

}  // namespace

}  // namespace dpsco
