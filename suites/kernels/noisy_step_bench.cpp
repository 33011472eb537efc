// One noisy step on one example, w <- c (w - eta g) + sigma z with g = slope(<x, w>) x of the
// logistic loss: dot product, slope, and one fused pass. A sparse gradient costs O(nnz), its noise
// O(d). Each kernel is first compared with a plain loop.
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include <benchmark/benchmark.h>

#include "framework/core/random.hpp"
#include "framework/problem/matrix.hpp"

namespace dpsco {
namespace {

constexpr Stream::Identity identity{3, 4};
constexpr double eta = 0.1, contraction = 0.999, sigma = 0.01, label = 1;
constexpr Index rows = 8;  // enough that no branch learns the row, few enough to stay in cache

double slope(double margin) {
  return -label / (1 + std::exp(label * margin));
}

DenseMatrix dense_rows(Index d) {
  DenseMatrix x{.n = rows, .d = d, .values = std::vector<double>(std::size_t(rows * d))};
  Stream({5, 6}).normals(x.values);
  for (double& value : x.values) value /= std::sqrt(double(d));
  return x;
}

/// nnz increasing columns a row, by one random column in each of nnz equal stretches.
SparseMatrix sparse_rows(Index d, Index nnz) {
  SparseMatrix x{.n = rows, .d = d};
  Stream stream({7, 8});
  for (Index i = 0; i < rows; ++i) {
    for (Index k = 0; k < nnz; ++k) {
      const Index from = k * d / nnz, to = (k + 1) * d / nnz;
      x.columns.push_back(std::int32_t(from + Index(stream.below(std::uint64_t(to - from)))));
      x.values.push_back((stream.uniform() - 0.5) / std::sqrt(double(nnz)));
    }
    x.start.push_back(Index(x.values.size()));
  }
  return x;
}

void step(DenseRow x, std::span<double> w, Stream& noise) {
  noise.noisy_step(w, x.values, eta * slope(dot(x, w)), contraction, sigma);
}

void step(SparseRow x, std::span<double> w, Stream& noise) {
  add(-eta * slope(dot(x, w)), x, w);
  noise.scale_and_add_normals(w, contraction, sigma);
}

/// The row as a plain vector [d].
std::vector<double> plain(DenseRow row, Index d) {
  const std::span<const double> x = row.values.first(std::size_t(d));
  return {x.begin(), x.end()};
}
std::vector<double> plain(SparseRow row, Index d) {
  std::vector<double> x(std::size_t(d), 0.0);
  for (std::size_t k = 0; k < row.columns.size(); ++k)
    x[std::size_t(row.columns[k])] = row.values[k];
  return x;
}

/// The step over all d coordinates, x as a plain vector, noise drawn first.
void plain_step(const std::vector<double>& x, std::vector<double>& w, Stream& noise) {
  std::vector<double> z(w.size());
  noise.normals(z);
  double margin = 0;
  for (std::size_t j = 0; j < w.size(); ++j) margin += x[j] * w[j];
  for (std::size_t j = 0; j < w.size(); ++j)
    w[j] = contraction * (w[j] - eta * slope(margin) * x[j]) + sigma * z[j];
}

template <class Matrix>
bool agrees_with_plain_loop(const Matrix& x) {
  std::vector<double> w(std::size_t(x.d), 0.5), expected = w;
  Stream noise(identity), same(identity);
  for (Index i = 0; i < rows; ++i) {
    step(x.row(i), w, noise);
    plain_step(plain(x.row(i), x.d), expected, same);
  }
  for (std::size_t j = 0; j < w.size(); ++j)
    if (!(std::abs(w[j] - expected[j]) <= 1e-13)) return false;
  return true;
}

template <class Matrix>
void measure(benchmark::State& state, const Matrix& x) {
  if (!agrees_with_plain_loop(x)) return state.SkipWithError("w differs from the plain loop's");
  std::vector<double> w(std::size_t(x.d), 0.0);
  Stream noise(identity);
  Index i = 0;
  for ([[maybe_unused]] auto _ : state) {
    step(x.row(i), w, noise);
    i = (i + 1) % rows;
    benchmark::ClobberMemory();
  }
  state.counters["time_per_coordinate"] = {
      double(x.d), benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert};
}

void dense_noisy_step(benchmark::State& state) {
  const DenseMatrix x = dense_rows(state.range(0));
  measure(state, x);
}
BENCHMARK(dense_noisy_step)->Arg(123)->Arg(1000)->Arg(5000)->Arg(20958);

void sparse_noisy_step(benchmark::State& state) {
  measure(state, sparse_rows(state.range(0), state.range(1)));
}
BENCHMARK(sparse_noisy_step)
    ->Args({123, 14})
    ->Args({1000, 50})
    ->Args({5000, 67})
    ->Args({20958, 52});

}  // namespace
}  // namespace dpsco
