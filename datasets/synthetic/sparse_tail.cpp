#include "datasets/synthetic/sparse_tail.hpp"

#include <cmath>

namespace dpsco {

namespace {

constexpr std::int32_t head = 5;

DataBounds bounds_of(double radius) {
  // Rounded up: a declared bound must hold for the rounded entries too.
  return {.row_norm = 1 + 1e-15,
          .radius = radius,
          .row_norm_1 = (head * std::sqrt(0.1) + std::sqrt(0.5)) * (1 + 1e-15),
          .row_norm_inf = std::sqrt(0.5)};
}

}  // namespace

LoadedData SparseTail::load(const Streams& streams) const {
  Stream stream = streams.open(Purpose::data);
  SparseMatrix x{.n = n, .d = d};
  LoadedData loaded{.bounds = bounds_of(radius), .radius_mark = Mark::oracle};
  const double strong = std::sqrt(0.1), weak = std::sqrt(0.5), w = radius / std::sqrt(double(head));
  for (Index i = 0; i < n; ++i) {
    const std::uint64_t signs = stream.bits();
    double margin = 0;
    for (std::int32_t j = 0; j < head; ++j) {
      const double value = (signs >> unsigned(j) & 1U) != 0 ? strong : -strong;
      x.columns.push_back(j);
      x.values.push_back(value);
      margin += w * value;
    }
    x.columns.push_back(head + std::int32_t(stream.below(std::uint64_t(d - head))));
    x.values.push_back((signs >> unsigned(head) & 1U) != 0 ? weak : -weak);
    x.start.push_back(Index(x.columns.size()));
    loaded.train.y.push_back(stream.uniform() < 1 / (1 + std::exp(-margin)) ? 1 : -1);
  }
  loaded.train.x = std::move(x);
  return loaded;
}

Facts SparseTail::shape() const {
  return {.n = n, .d = d, .bounds = bounds_of(radius), .radius_mark = Mark::oracle};
}

std::size_t SparseTail::bytes() const {
  return std::size_t(n) * (6 * (sizeof(double) + sizeof(std::int32_t)) + 2 * sizeof(double));
}

}  // namespace dpsco
