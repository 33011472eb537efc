#include "algorithms/decentralised/local_objectives.hpp"

#include <algorithm>

#include "framework/problem/losses/losses.hpp"

namespace dpsco {

namespace {

double entry(DenseRow row, Index l) {
  return row.values[std::size_t(l)];
}
double entry(SparseRow row, Index l) {
  const auto found = std::lower_bound(row.columns.begin(), row.columns.end(), l);
  if (found == row.columns.end() || *found != l) return 0;
  return row.values[std::size_t(found - row.columns.begin())];
}

DenseMatrix taken(const DenseMatrix& from, std::span<const Index> rows) {
  DenseMatrix out{.n = Index(rows.size()), .d = from.d};
  out.values.reserve(rows.size() * std::size_t(from.d));
  for (const Index row : rows) {
    const auto values = from.row(row).values;
    out.values.insert(out.values.end(), values.begin(), values.end());
  }
  return out;
}
SparseMatrix taken(const SparseMatrix& from, std::span<const Index> rows) {
  SparseMatrix out{.n = Index(rows.size()), .d = from.d};
  std::size_t nnz = 0;
  for (const Index row : rows) nnz += from.row(row).values.size();
  out.start.reserve(rows.size() + 1);
  out.columns.reserve(nnz);
  out.values.reserve(nnz);
  for (const Index row : rows) {
    const SparseRow entries = from.row(row);
    out.columns.insert(out.columns.end(), entries.columns.begin(), entries.columns.end());
    out.values.insert(out.values.end(), entries.values.begin(), entries.values.end());
    out.start.push_back(Index(out.values.size()));
  }
  return out;
}

}  // namespace

LocalObjectives::LocalObjectives(const Problem& problem, const Shards& shards, double share)
    : problem_(problem), start_(shards.start), share_(share) {
  problem.data.with_rows([&](const auto& matrix) { data_.x = taken(matrix, shards.order); });
  data_.y.reserve(shards.order.size());
  for (const Index row : shards.order) data_.y.push_back(problem.data.y[std::size_t(row)]);
}

double LocalObjectives::value(int i, std::span<const double> x) const {
  double sum = 0;
  data_.with_rows([&](const auto& matrix) {
    for (Index row = first(i); row < first(i + 1); ++row)
      sum += problem_.loss->value(dot(matrix.row(row), x), data_.y[std::size_t(row)]);
  });
  return sum / share_ + problem_.facts.regularisation / 2 * dot(DenseRow{x}, x);
}

void LocalObjectives::gradient(int i, std::span<const double> x, std::span<double> out) const {
  const double lambda = problem_.facts.regularisation, each = 1 / share_;
  for (std::size_t l = 0; l < out.size(); ++l) out[l] = lambda * x[l];
  data_.with_rows([&](const auto& matrix) {
    with_loss(*problem_.loss, [&](const auto& loss) {
      for (Index row = first(i); row < first(i + 1); ++row) {
        const auto z = matrix.row(row);
        add(each * loss.slope(dot(z, x), data_.y[std::size_t(row)]), z, out);
      }
    });
  });
}

double LocalObjectives::partial(int i, std::span<const double> x, Index l) const {
  double sum = 0;
  data_.with_rows([&](const auto& matrix) {
    with_loss(*problem_.loss, [&](const auto& loss) {
      for (Index row = first(i); row < first(i + 1); ++row) {
        const auto z = matrix.row(row);
        const double here = entry(z, l);
        if (here != 0) sum += loss.slope(dot(z, x), data_.y[std::size_t(row)]) * here;
      }
    });
  });
  return sum / share_ + problem_.facts.regularisation * x[std::size_t(l)];
}

}  // namespace dpsco
