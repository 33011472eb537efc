// Cost of a synthetic repetition: drawing the training rows, and one evaluation of margins on the
// population's 10,000 fresh rows, which is checked against dense products before it is timed.
#include <cmath>
#include <string>

#include <benchmark/benchmark.h>

#include "datasets/synthetic/signs.hpp"
#include "datasets/synthetic/spiked.hpp"

namespace dpsco {
namespace {

void draw_spiked(benchmark::State& state) {
  SpikedDesign design;
  design.d = state.range(0);
  std::int64_t repetition = 0;
  for ([[maybe_unused]] auto _ : state) {
    const LoadedData loaded = design.load(Streams(1, std::to_string(repetition++), "bench"));
    benchmark::DoNotOptimize(loaded.train.y.data());
  }
}
BENCHMARK(draw_spiked)->Arg(100)->Arg(1000)->Arg(4000)->Unit(benchmark::kMillisecond);

void fresh_margins(benchmark::State& state) {
  const auto d = std::size_t(state.range(0));
  constexpr Index rows = 10000;
  Stream stream({1, d});
  const SignTable table(rows, std::vector<double>(d, 1 / std::sqrt(double(d))), stream);
  std::vector<double> w(d);
  stream.normals(w);
  std::vector<double> unit(d), expected(rows);
  for (std::size_t j = 0; j < d; ++j) {
    unit[j] = 1;
    const std::vector<double> column = table.margins(unit);
    for (std::size_t i = 0; i < expected.size(); ++i) expected[i] += w[j] * column[i];
    unit[j] = 0;
  }
  const std::vector<double> margins = table.margins(w);
  for (std::size_t i = 0; i < expected.size(); ++i)
    if (!(std::abs(margins[i] - expected[i]) <= 1e-12 * double(d))) {
      state.SkipWithError("margins differ from dense products");
      return;
    }
  for ([[maybe_unused]] auto _ : state) benchmark::DoNotOptimize(table.margins(w).data());
}
BENCHMARK(fresh_margins)->Arg(100)->Arg(1000)->Arg(4000)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace dpsco
