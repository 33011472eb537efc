// Reading a plan must stay linear: half a million runs, and a zip as long as the grid.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "framework/grid/expand.hpp"
#include "framework/grid/filter.hpp"
#include "framework/grid/plan_line.hpp"
#include "framework/grid/testing/catalog.hpp"

namespace dpsco {

namespace {

using grid_testing::with_block;

std::string product(std::int64_t runs) {
  return fmt::format(
      "run = {{repetitions = 20}}\n{}",
      with_block(
          fmt::format("data = {{name = 'spiked', d = {{range = [1, {}, 1]}}}}\nloss = 'logistic'\n"
                      "algorithm = {{name = 'pnsgd', eta0 = {{log = [1, 100, 10]}}}}\n"
                      "privacy = {{epsilon = [1, 2, 4, 8, 16], delta = 1e-5}}\n",
                      runs / 1000)));
}

std::string zipped(std::int64_t runs) {
  return with_block(
      fmt::format("data = {{name = 'spiked', d = {{range = [1, {0}, 1]}}}}\n"
                  "loss = 'logistic'\n"
                  "algorithm = {{name = 'pnsgd', batch = {{range = [1, {0}, 1]}}}}\n"
                  "privacy = {{epsilon = 1, delta = 1e-5}}\n"
                  "zip = [['data.d', 'algorithm.batch']]\n",
                  runs));
}

std::vector<Cell> cells_of(const std::string& text) {
  static const Catalog catalog = grid_testing::catalog();
  return expand(parse_grid(text, "bench.toml"), catalog, 2'000'000);
}

void grid_expand_product(benchmark::State& state) {
  const std::string text = product(state.range(0));
  for ([[maybe_unused]] auto _ : state) benchmark::DoNotOptimize(cells_of(text));
  state.SetItemsProcessed(state.iterations() * state.range(0));
}
BENCHMARK(grid_expand_product)
    ->Arg(10'000)
    ->Arg(100'000)
    ->Arg(1'000'000)
    ->Unit(benchmark::kMillisecond);

void grid_expand_zip(benchmark::State& state) {
  const std::string text = zipped(state.range(0));
  for ([[maybe_unused]] auto _ : state) benchmark::DoNotOptimize(cells_of(text));
  state.SetItemsProcessed(state.iterations() * state.range(0));
}
BENCHMARK(grid_expand_zip)->Arg(10'000)->Arg(100'000)->Unit(benchmark::kMillisecond);

void grid_plan_line(benchmark::State& state) {
  const Cell cell = cells_of(zipped(2)).front();
  for ([[maybe_unused]] auto _ : state) benchmark::DoNotOptimize(plan_line(cell));
}
BENCHMARK(grid_plan_line);

void grid_filter(benchmark::State& state) {
  const auto cells = cells_of(product(100'000));
  for ([[maybe_unused]] auto _ : state)
    benchmark::DoNotOptimize(filter_cells(cells, "epsilon <= 4 and label =~ sgd and d > 3"));
  state.SetItemsProcessed(state.iterations() * std::int64_t(cells.size()));
}
BENCHMARK(grid_filter)->Unit(benchmark::kMillisecond);

}  // namespace

}  // namespace dpsco
