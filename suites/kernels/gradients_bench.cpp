// The gradient of a batch, sum_i phi'(<x_i, w>, y_i) x_i, of every loss on dense and sparse rows,
// as the methods' loops do it. Each kernel is first compared with a plain loop over all d columns.
#include <cmath>
#include <cstdint>
#include <vector>

#include <benchmark/benchmark.h>

#include "framework/core/random.hpp"
#include "framework/problem/losses/logistic.hpp"
#include "framework/problem/losses/losses.hpp"
#include "framework/problem/losses/smoothed_hinge.hpp"
#include "framework/problem/losses/squared.hpp"
#include "framework/problem/problem.hpp"

namespace dpsco {
namespace {

constexpr Index batch = 64;

/// nnz = 0: dense. Labels alternate; w and values are of the size of a unit row's.
Data random_data(Index d, Index nnz) {
  Data data{.y = std::vector<double>(std::size_t(batch))};
  for (Index i = 0; i < batch; ++i) data.y[std::size_t(i)] = i % 2 == 0 ? 1 : -1;
  Stream stream({9, 10});
  if (nnz == 0) {
    DenseMatrix x{.n = batch, .d = d, .values = std::vector<double>(std::size_t(batch * d))};
    stream.normals(x.values);
    for (double& value : x.values) value /= std::sqrt(double(d));
    data.x = std::move(x);
    return data;
  }
  SparseMatrix x{.n = batch, .d = d};
  for (Index i = 0; i < batch; ++i) {
    for (Index k = 0; k < nnz; ++k) {
      const Index from = k * d / nnz, to = (k + 1) * d / nnz;
      x.columns.push_back(std::int32_t(from + Index(stream.below(std::uint64_t(to - from)))));
      x.values.push_back((stream.uniform() - 0.5) / std::sqrt(double(nnz)));
    }
    x.start.push_back(Index(x.values.size()));
  }
  data.x = std::move(x);
  return data;
}

void batch_gradient(const Data& data,
                    const Loss& any_loss,
                    const std::vector<double>& w,
                    std::vector<double>& gradient) {
  data.with_rows([&](const auto& rows) {
    with_loss(any_loss, [&](const auto& loss) {
      for (Index i = 0; i < batch; ++i)
        add(loss.slope(dot(rows.row(i), w), data.y[std::size_t(i)]), rows.row(i), gradient);
    });
  });
}

/// Row i as a plain vector [d].
std::vector<double> plain_row(const Data& data, Index i) {
  std::vector<double> x(std::size_t(data.dimension()), 0.0);
  data.with_rows([&](const auto& rows) { add(1, rows.row(i), x); });
  return x;
}

bool agrees_with_plain_loop(const Data& data, const Loss& loss, const std::vector<double>& w) {
  std::vector<double> gradient(w.size(), 0.0), expected(w.size(), 0.0);
  batch_gradient(data, loss, w, gradient);
  for (Index i = 0; i < batch; ++i) {
    const std::vector<double> x = plain_row(data, i);
    double margin = 0;
    for (std::size_t j = 0; j < w.size(); ++j) margin += x[j] * w[j];
    const double slope = loss.slope(margin, data.y[std::size_t(i)]);
    for (std::size_t j = 0; j < w.size(); ++j) expected[j] += slope * x[j];
  }
  for (std::size_t j = 0; j < w.size(); ++j)
    if (!(std::abs(gradient[j] - expected[j]) <= 1e-12)) return false;
  return true;
}

/// Arguments: d, entries of a sparse row (0: dense).
template <class OneLoss>
void batch_gradient_of(benchmark::State& state) {
  const OneLoss loss;
  const Data data = random_data(state.range(0), state.range(1));
  std::vector<double> w(std::size_t(state.range(0))), gradient(w.size());
  Stream({11, 12}).normals(w);
  if (!agrees_with_plain_loop(data, loss, w))
    return state.SkipWithError("the gradient differs from the plain loop's");
  for ([[maybe_unused]] auto _ : state) {
    batch_gradient(data, loss, w, gradient);
    benchmark::ClobberMemory();
  }
  state.counters["time_per_record"] = {
      double(batch), benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert};
}

void shapes(benchmark::internal::Benchmark* bench) {
  bench->Args({123, 0})->Args({1000, 0})->Args({123, 14})->Args({5000, 67});
}
BENCHMARK(batch_gradient_of<Logistic>)->Name("gradient/logistic")->Apply(shapes);
BENCHMARK(batch_gradient_of<SmoothedHinge>)->Name("gradient/smoothed-hinge")->Apply(shapes);
BENCHMARK(batch_gradient_of<Squared>)->Name("gradient/squared")->Apply(shapes);

}  // namespace
}  // namespace dpsco
