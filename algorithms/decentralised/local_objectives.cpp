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

}  // namespace

double LocalObjectives::value(int i, std::span<const double> x) const {
  double sum = 0;
  problem_.data.with_rows([&](const auto& matrix) {
    for (const Index row : rows(i))
      sum += problem_.loss->value(dot(matrix.row(row), x), problem_.data.y[std::size_t(row)]);
  });
  return sum / share_ + problem_.facts.regularisation / 2 * dot(DenseRow{x}, x);
}

void LocalObjectives::gradient(int i, std::span<const double> x, std::span<double> out) const {
  const double lambda = problem_.facts.regularisation, each = 1 / share_;
  for (std::size_t l = 0; l < out.size(); ++l) out[l] = lambda * x[l];
  problem_.data.with_rows([&](const auto& matrix) {
    with_loss(*problem_.loss, [&](const auto& loss) {
      for (const Index row : rows(i)) {
        const auto z = matrix.row(row);
        add(each * loss.slope(dot(z, x), problem_.data.y[std::size_t(row)]), z, out);
      }
    });
  });
}

double LocalObjectives::partial(int i, std::span<const double> x, Index l) const {
  double sum = 0;
  problem_.data.with_rows([&](const auto& matrix) {
    with_loss(*problem_.loss, [&](const auto& loss) {
      for (const Index row : rows(i)) {
        const auto z = matrix.row(row);
        const double here = entry(z, l);
        if (here != 0) sum += loss.slope(dot(z, x), problem_.data.y[std::size_t(row)]) * here;
      }
    });
  });
  return sum / share_ + problem_.facts.regularisation * x[std::size_t(l)];
}

}  // namespace dpsco
