#include <algorithm>
#include <cmath>
#include <numeric>

#include <doctest/doctest.h>

#include "datasets/add_datasets.hpp"
#include "datasets/synthetic/head_minimiser.hpp"
#include "datasets/synthetic/isotropic.hpp"
#include "datasets/synthetic/power_law.hpp"
#include "datasets/synthetic/spiked.hpp"
#include "framework/testing/near.hpp"

namespace dpsco {
namespace {

Catalog catalog() {
  Catalog all;
  add_datasets(all);
  return all;
}

const DenseMatrix& rows_of(const Data& data) {
  return std::get<DenseMatrix>(data.x);
}

Parameters sized(std::int64_t n, std::int64_t d, std::int64_t evaluation_rows = 100) {
  return {{"n", n}, {"d", d}, {"evaluation_rows", evaluation_rows}};
}

constexpr const char* designs[] = {"spiked", "power-law", "isotropic"};

TEST_CASE("spectra: the closed forms, with sum 1, at small and large d") {
  SpikedDesign spiked;
  PowerLawDesign power_law;
  IsotropicDesign isotropic;
  for (const std::int64_t d : {6, 7, 100, 4000}) {
    spiked.d = power_law.d = isotropic.d = d;
    for (const SignDataset* design : {static_cast<SignDataset*>(&spiked),
                                      static_cast<SignDataset*>(&power_law),
                                      static_cast<SignDataset*>(&isotropic)}) {
      const std::vector<double> lambda = design->eigenvalues();
      REQUIRE(lambda.size() == std::size_t(d));
      CHECK(near(std::accumulate(lambda.begin(), lambda.end(), 0.0), 1, 1e-12));
    }
    CHECK(spiked.eigenvalues()[4] == .1);
    CHECK(spiked.eigenvalues()[5] == .5 / double(d - 5));
    CHECK(near(power_law.eigenvalues()[0] / power_law.eigenvalues()[5], 6, 1e-14));
    CHECK(isotropic.eigenvalues().back() == 1 / double(d));
  }
}

TEST_CASE("every design: rows have norm 1 and entries +-sqrt(lambda), labels are -1 or +1") {
  const Catalog all = catalog();
  for (const char* name : designs) {
    CAPTURE(name);
    for (const std::int64_t d : {6, 63, 64, 65, 200}) {
      const auto dataset = all.datasets.make(name, sized(50, d));
      const auto lambda = dynamic_cast<const SignDataset&>(*dataset).eigenvalues();
      const LoadedData loaded = dataset->load(Streams(1, "shared", "cell"));
      const DenseMatrix& x = rows_of(loaded.train);
      REQUIRE(x.n == 50);
      REQUIRE(x.d == d);
      REQUIRE(x.values.size() == std::size_t(50 * d));
      REQUIRE(loaded.train.y.size() == 50);
      for (Index i = 0; i < x.n; ++i) {
        const DenseRow row = x.row(i);
        CHECK(near(norm(row.values), 1, 1e-14));
        for (std::size_t j = 0; j < std::size_t(d); ++j)
          CHECK(std::abs(row.values[j]) == std::sqrt(lambda[j]));
        CHECK(std::abs(loaded.train.y[std::size_t(i)]) == 1);
      }
      CHECK_FALSE(loaded.test.has_value());
      CHECK(loaded.bounds.row_norm == 1);
      CHECK(loaded.bounds.radius == 10);
      CHECK(loaded.radius_mark == Mark::oracle);
    }
  }
}

TEST_CASE("every design: the same streams give the same bytes, another repetition other ones") {
  const Catalog all = catalog();
  for (const char* name : designs) {
    const auto dataset = all.datasets.make(name, sized(20, 70));
    const auto load = [&](std::uint64_t seed, const char* shared, const char* cell) {
      return dataset->load(Streams(seed, shared, cell)).train;
    };
    const Data base = load(1, "a", "x");
    CHECK(rows_of(base).values == rows_of(load(1, "a", "other method")).values);
    CHECK(base.y == load(1, "a", "other method").y);
    CHECK(rows_of(base).values != rows_of(load(1, "b", "x")).values);
    CHECK(rows_of(base).values != rows_of(load(2, "a", "x")).values);
    CHECK(dataset->varies_with_repetition());
    CHECK(dataset->content_hash().empty());
  }
}

TEST_CASE("a larger n adds rows to the same ones") {
  const Catalog all = catalog();
  const Streams streams(5, "s", "c");
  const Data few = all.datasets.make("power-law", sized(70, 130))->load(streams).train;
  const Data many = all.datasets.make("power-law", sized(200, 130))->load(streams).train;
  const auto& head = rows_of(many).values;
  CHECK(std::equal(rows_of(few).values.begin(), rows_of(few).values.end(), head.begin()));
  CHECK(std::equal(few.y.begin(), few.y.end(), many.y.begin()));
}

TEST_CASE("shape() and bytes() tell without loading what load() holds") {
  const Catalog all = catalog();
  for (const char* name : designs) {
    const auto dataset = all.datasets.make(name, sized(33, 77, 123));
    const Facts facts = dataset->shape();
    const LoadedData loaded = dataset->load(Streams(1, "s", "c"));
    CHECK(facts.n == loaded.train.size());
    CHECK(facts.d == loaded.train.dimension());
    CHECK(facts.bounds.radius == loaded.bounds.radius);
    CHECK(facts.bounds.row_norm == loaded.bounds.row_norm);
    CHECK(facts.radius_mark == Mark::oracle);
    CHECK(dataset->bytes() == loaded.train.bytes() + loaded.population->bytes());
  }
}

TEST_CASE("labels follow sigmoid(<w*, x>): counts by margin stay within five standard errors") {
  // Seed 11. spiked: margins are 10 sqrt(.1 / 5) k = sqrt(2) k, k = -5, -3, ..., 5.
  constexpr std::int64_t n = 20000;
  const Catalog all = catalog();
  const Data data = all.datasets.make("spiked", sized(n, 6))->load(Streams(11, "s", "c")).train;
  std::array<double, 6> rows{}, positive{};
  for (Index i = 0; i < n; ++i) {
    std::size_t plus = 0;
    for (std::size_t j = 0; j < 5; ++j) plus += rows_of(data).row(i).values[j] > 0 ? 1U : 0U;
    rows[plus] += 1;
    if (data.y[std::size_t(i)] > 0) positive[plus] += 1;
  }
  constexpr double binomial[] = {1, 5, 10, 10, 5, 1};
  for (std::size_t k = 0; k < 6; ++k) {
    CAPTURE(k);
    const double share = binomial[k] / 32;
    CHECK(std::abs(rows[k] - share * n) <= 5 * std::sqrt(n * share * (1 - share)));
    const double p = sigmoid(std::sqrt(2.0) * (2 * double(k) - 5));
    CHECK(std::abs(positive[k] - p * rows[k]) <= 5 * std::sqrt(rows[k] * p * (1 - p)));
  }
}

TEST_CASE("below five coordinates w* is spread over all of them") {
  const Catalog all = catalog();
  for (const char* name : {"power-law", "isotropic"}) {
    for (const std::int64_t d : {1, 2, 4}) {
      const LoadedData loaded = all.datasets.make(name, sized(5, d))->load(Streams(1, "s", "c"));
      CHECK(loaded.train.dimension() == d);
    }
  }
}

TEST_CASE("spiked needs six dimensions, and says so") {
  const Catalog all = catalog();
  CHECK_THROWS_WITH_AS(all.datasets.make("spiked", {{"d", std::int64_t{5}}}),
                       "data set 'spiked': d = 5 is outside [6, 10000000]",
                       ConfigError);
}

}  // namespace
}  // namespace dpsco
