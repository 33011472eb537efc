// Design matrices, dense and sparse, both first-class. Algorithms are written once over a row:
// dot(row, w) and add(scale, row, w) cost O(d) for a dense row and O(nnz) for a sparse one.
#pragma once

#include <cassert>
#include <cmath>
#include <cstdint>
#include <span>
#include <utility>
#include <variant>
#include <vector>

namespace dpsco {

using Index = std::int64_t;

struct DenseRow {
  std::span<const double> values{};  ///< [d]
};
struct SparseRow {
  std::span<const std::int32_t> columns{};  ///< [nnz], increasing, zero-based
  std::span<const double> values{};         ///< [nnz]
};

/// Row-major, contiguous.
struct DenseMatrix {
  Index n = 0, d = 0;
  std::vector<double> values{};  ///< [n * d]

  DenseRow row(Index i) const {
    return {std::span<const double>(values).subspan(std::size_t(i * d), std::size_t(d))};
  }
  std::span<double> mutable_row(Index i) {
    return std::span<double>(values).subspan(std::size_t(i * d), std::size_t(d));
  }
};

/// Compressed sparse rows.
struct SparseMatrix {
  Index n = 0, d = 0;
  std::vector<Index> start{0};          ///< [n + 1]
  std::vector<std::int32_t> columns{};  ///< [nnz]
  std::vector<double> values{};         ///< [nnz]

  SparseRow row(Index i) const {
    const auto from = std::size_t(start[std::size_t(i)]);
    const std::size_t count = std::size_t(start[std::size_t(i) + 1]) - from;
    return {std::span<const std::int32_t>(columns).subspan(from, count),
            std::span<const double>(values).subspan(from, count)};
  }
};

/// <row, w>. Sixteen partial sums in a fixed order: the compiler may use vectors, the bits stay.
inline double dot(DenseRow row, std::span<const double> w) {
  assert(row.values.size() == w.size());
  constexpr std::size_t lanes = 16;
  double sums[lanes] = {};
  const std::size_t whole = w.size() - w.size() % lanes;
  const double *x = row.values.data(), *v = w.data();
  for (std::size_t j = 0; j < whole; j += lanes)
    for (std::size_t k = 0; k < lanes; ++k) sums[k] += x[j + k] * v[j + k];
  for (std::size_t j = whole; j < w.size(); ++j) sums[j - whole] += x[j] * v[j];
  for (std::size_t half = lanes / 2; half > 0; half /= 2)
    for (std::size_t k = 0; k < half; ++k) sums[k] += sums[k + half];
  return sums[0];
}
inline double dot(SparseRow row, std::span<const double> w) {
  double sum = 0;
  for (std::size_t k = 0; k < row.columns.size(); ++k)
    sum += row.values[k] * w[std::size_t(row.columns[k])];
  return sum;
}

/// w <- w + scale * row.
inline void add(double scale, DenseRow row, std::span<double> w) {
  for (std::size_t j = 0; j < w.size(); ++j) w[j] += scale * row.values[j];
}
inline void add(double scale, SparseRow row, std::span<double> w) {
  for (std::size_t k = 0; k < row.columns.size(); ++k)
    w[std::size_t(row.columns[k])] += scale * row.values[k];
}

template <class Row>
double squared_norm(const Row& row) {
  double sum = 0;
  for (const double v : row.values) sum += v * v;
  return sum;
}
inline double norm(std::span<const double> w) {
  return std::sqrt(dot(DenseRow{w}, w));
}

/// n labelled examples. Labels of classification are -1 or +1.
struct Data {
  std::variant<DenseMatrix, SparseMatrix> x{};  ///< [n, d]
  std::vector<double> y{};                      ///< [n]

  Index size() const {
    return std::visit([](const auto& m) { return m.n; }, x);
  }
  Index dimension() const {
    return std::visit([](const auto& m) { return m.d; }, x);
  }
  /// Calls f(matrix) with the matrix's own type: one branch outside the loop, none inside.
  template <class F>
  decltype(auto) with_rows(F&& f) const {
    return std::visit(std::forward<F>(f), x);
  }
  /// Bytes held, for the memory budget.
  std::size_t bytes() const;
};

}  // namespace dpsco
