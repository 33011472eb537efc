#include "algorithms/central/full_gradient.hpp"

#include <cmath>

#include <doctest/doctest.h>

#include "framework/core/random.hpp"
#include "framework/problem/losses/losses.hpp"
#include "framework/testing/near.hpp"

namespace dpsco {

namespace {

Problem problem(Index n, Index d, bool sparse) {
  Stream stream({3, std::uint64_t(n + d)});
  Problem out;
  DenseMatrix dense{.n = n, .d = d, .values = std::vector<double>(std::size_t(n * d))};
  SparseMatrix few{.n = n, .d = d};
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < d; ++j) {
      if (stream.uniform() < 0.5) continue;
      const double v = stream.uniform() - 0.5;
      dense.mutable_row(i)[std::size_t(j)] = v;
      few.columns.push_back(std::int32_t(j));
      few.values.push_back(v);
    }
    few.start.push_back(Index(few.columns.size()));
    out.data.y.push_back(stream.uniform() < 0.5 ? -1 : 1);
  }
  if (sparse) {
    out.data.x = std::move(few);
  } else {
    out.data.x = std::move(dense);
  }
  auto loss = std::make_shared<Logistic>();
  loss->l2 = 0.2;
  out.facts = {.n = n, .d = d};
  out.facts.constants = loss->constants(out.facts.bounds);
  out.facts.regularisation = loss->regularisation();
  out.loss = std::move(loss);
  return out;
}

std::vector<double> gradient(const Problem& on, const std::vector<double>& w, int threads) {
  std::vector<double> out(w.size());
  FullGradient(on, threads).at(w, out);
  return out;
}

}  // namespace

TEST_CASE("full gradient: the objective's slope, over one leaf and over many, dense and sparse") {
  for (const Index n : {1, 7, 4096, 4097, 20000})
    for (const bool sparse : {false, true}) {
      const Problem on = problem(n, 5, sparse);
      const std::vector<double> w{0.3, -1, 2, 0, 0.7};
      const auto g = gradient(on, w, 1);
      for (std::size_t j = 0; j < w.size(); ++j) {
        CAPTURE(n);
        auto up = w, down = w;
        up[j] += 1e-4;
        down[j] -= 1e-4;
        CHECK(std::abs(g[j] - (on.objective(up) - on.objective(down)) / 2e-4) < 1e-7);
      }
    }
}

TEST_CASE("full gradient: the same bits for any number of threads" * doctest::test_suite("graph")) {
  const Problem on = problem(30000, 6, false);
  const std::vector<double> w{0.3, -1, 2, 0, 0.7, 1};
  const auto one = gradient(on, w, 1);
  for (int threads = 2; threads <= 4; ++threads) CHECK(gradient(on, w, threads) == one);
  FullGradient twice(on, 2);
  std::vector<double> out(6);
  twice.at(w, out);
  twice.at(w, out);
  CHECK(out == one);
}

TEST_CASE("projection moves what lies outside the ball to its surface and leaves the rest alone") {
  std::vector<double> out{3, 4}, in{0.3, 0.4};
  project_onto_ball(out, 2.5);
  project_onto_ball(in, 2.5);
  CHECK(near(out[0], 1.5, 1e-15));
  CHECK(near(out[1], 2.0, 1e-15));
  CHECK(in == std::vector<double>{0.3, 0.4});
}

}  // namespace dpsco
