#include "datasets/synthetic/sparse_tail.hpp"

#include <algorithm>
#include <cmath>

#include <doctest/doctest.h>

namespace dpsco {

TEST_CASE("sparse tail: declared norms hold, whatever d is, and are met") {
  for (const std::int64_t d : {6, 50, 5000}) {
    SparseTail data;
    data.n = 300;
    data.d = d;
    const LoadedData loaded = data.load(Streams(1, "shared", ""));
    const auto& x = std::get<SparseMatrix>(loaded.train.x);
    CHECK(x.d == d);
    CHECK(loaded.train.size() == 300);
    for (Index i = 0; i < x.n; ++i) {
      double one = 0, sup = 0;
      for (const double v : x.row(i).values) {
        one += std::abs(v);
        sup = std::max(sup, std::abs(v));
      }
      CHECK(std::sqrt(squared_norm(x.row(i))) <= loaded.bounds.row_norm);
      CHECK(one <= loaded.bounds.row_norm_1);
      CHECK(one >= 0.999999 * loaded.bounds.row_norm_1);
      CHECK(sup == loaded.bounds.row_norm_inf);
      CHECK(std::is_sorted(x.row(i).columns.begin(), x.row(i).columns.end()));
      CHECK(x.row(i).columns.back() < d);
      CHECK(x.row(i).columns.back() >= 5);
    }
  }
}

TEST_CASE(
    "sparse tail: labels follow the head, tail coordinates are used evenly, more n adds rows") {
  SparseTail data;
  data.n = 20000;
  data.d = 15;
  const LoadedData loaded = data.load(Streams(1, "shared", ""));
  const auto& x = std::get<SparseMatrix>(loaded.train.x);
  std::vector<int> used(15, 0);
  // E[y sum of head signs] under P(y = 1) = sigmoid(sqrt 2 s), s the sum: by enumeration.
  double agreement = 0, expected = 0;
  for (Index i = 0; i < x.n; ++i) {
    double sum = 0;
    for (std::size_t j = 0; j < 5; ++j) sum += x.row(i).values[j] > 0 ? 1 : -1;
    agreement += loaded.train.y[std::size_t(i)] * sum / double(x.n);
    ++used[std::size_t(x.row(i).columns.back())];
  }
  for (unsigned signs = 0; signs < 32; ++signs) {
    double sum = 0;
    for (unsigned j = 0; j < 5; ++j) sum += (signs >> j & 1U) != 0 ? 1 : -1;
    expected += sum * std::tanh(10 / std::sqrt(5.0) * std::sqrt(0.1) * sum / 2) / 32;
  }
  CHECK(std::abs(agreement - expected) < 5 * std::sqrt(5.0 / 20000));
  for (std::size_t j = 5; j < 15; ++j) CHECK(std::abs(used[j] - 2000) < 5 * std::sqrt(1800.0));
  data.n = 10;
  const LoadedData fewer = data.load(Streams(1, "shared", ""));
  CHECK(std::equal(fewer.train.y.begin(), fewer.train.y.end(), loaded.train.y.begin()));
}

}  // namespace dpsco
