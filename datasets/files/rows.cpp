#include "datasets/files/rows.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

#include <fmt/ranges.h>

#include "framework/core/check.hpp"

namespace dpsco {

namespace {

/// norm = scale * root, with scale = max |v|: squares neither overflow nor vanish.
struct ScaledNorm {
  double scale = 0, root = 0;
};

ScaledNorm scaled_norm(std::span<const double> values) {
  ScaledNorm norm;
  for (const double v : values) norm.scale = std::max(norm.scale, std::abs(v));
  if (norm.scale == 0) return norm;
  double sum = 0;
  for (const double v : values) sum += (v / norm.scale) * (v / norm.scale);
  norm.root = std::sqrt(sum);
  return norm;
}

}  // namespace

double row_norm(std::span<const double> values) {
  const ScaledNorm norm = scaled_norm(values);
  return norm.scale * norm.root;
}

void normalise_rows(LabelledRows& rows, Normalise how, double bound) {
  SparseMatrix& x = rows.x;
  for (Index i = 0; i < x.n; ++i) {
    const auto from = std::size_t(x.start[std::size_t(i)]);
    const auto to = std::size_t(x.start[std::size_t(i) + 1]);
    const auto values = std::span(x.values).subspan(from, to - from);
    const ScaledNorm norm = scaled_norm(values);
    const bool above = norm.scale * norm.root > bound;
    if (norm.scale == 0 || (how != Normalise::unit && !above)) continue;
    if (how == Normalise::none) {
      require(norm.scale * norm.root <= bound * (1 + 1e-12),
              "{}:{}: the row's norm {} is above row_norm_bound = {}; raise the bound or set "
              "normalise to clip or unit",
              rows.file,
              rows.line[std::size_t(i)],
              norm.scale * norm.root,
              bound);
      continue;
    }
    const double target = how == Normalise::unit ? 1 : bound;
    for (double& v : values) v = v / norm.scale * (target / norm.root);
  }
}

LabelPair two_labels(const LabelledRows& rows) {
  constexpr std::size_t shown = 4;
  std::set<double> values;
  for (const double y : rows.y) {
    values.insert(y);
    if (values.size() > shown) break;
  }
  require(values.size() >= 2,
          "{}: every label is {}; expected two distinct labels",
          rows.file,
          *values.begin());
  require(values.size() == 2,
          "{}: found the labels {}{}; expected two distinct labels",
          rows.file,
          fmt::join(values, ", "),
          values.size() > shown ? ", ..." : "");
  return {.negative = *values.begin(), .positive = *values.rbegin()};
}

void map_labels(LabelledRows& rows, LabelPair labels) {
  for (std::size_t i = 0; i < rows.y.size(); ++i) {
    double& y = rows.y[i];
    require(y == labels.negative || y == labels.positive,
            "{}:{}: label {} is neither {} nor {}, the labels of the training rows",
            rows.file,
            rows.line[i],
            y,
            labels.negative,
            labels.positive);
    y = y == labels.positive ? 1 : -1;
  }
}

SparseMatrix rows_at(const SparseMatrix& x, std::span<const Index> numbers) {
  std::size_t count = 0;
  for (const Index i : numbers) count += x.row(i).values.size();
  SparseMatrix out{.n = Index(numbers.size()), .d = x.d};
  out.start.reserve(numbers.size() + 1);
  out.columns.reserve(count);
  out.values.reserve(count);
  for (const Index i : numbers) {
    const SparseRow row = x.row(i);
    out.columns.insert(out.columns.end(), row.columns.begin(), row.columns.end());
    out.values.insert(out.values.end(), row.values.begin(), row.values.end());
    out.start.push_back(Index(out.values.size()));
  }
  return out;
}

DenseMatrix dense(const SparseMatrix& x) {
  DenseMatrix out{.n = x.n, .d = x.d};
  out.values.resize(std::size_t(x.n) * std::size_t(x.d));
  for (Index i = 0; i < x.n; ++i) {
    const SparseRow row = x.row(i);
    const auto values = out.mutable_row(i);
    for (std::size_t k = 0; k < row.columns.size(); ++k)
      values[std::size_t(row.columns[k])] = row.values[k];
  }
  return out;
}

}  // namespace dpsco
