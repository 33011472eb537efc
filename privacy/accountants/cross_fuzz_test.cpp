// Accountants against each other over random ledgers, far beyond what the tables hold.
// DPSCO_CROSS_FUZZ=10000 build/release/privacy_test -tc="cross-fuzz*" runs as many ledgers.
#include <cmath>
#include <cstdlib>
#include <limits>
#include <string>

#include <doctest/doctest.h>

#include "framework/core/random.hpp"
#include "privacy/add_accountants.hpp"

namespace dpsco {

namespace {

double between(Stream& stream, double low, double high) {
  return std::exp(std::log(low) + (std::log(high) - std::log(low)) * stream.uniform());
}

Mechanism sampled(Stream& stream, Adjacency adjacency, Mechanism inner) {
  const double rate = between(stream, 1e-4, 0.9);
  if (adjacency == Adjacency::replace_one && stream.below(2) == 0)
    return SampledWithoutReplacement{
        std::int64_t(std::ceil(1e4 * rate)), 10000, {{std::move(inner)}}};
  return PoissonSampled{rate, {{std::move(inner)}}};
}

Mechanism mechanism(Stream& stream, Adjacency adjacency) {
  const double noise = between(stream, 0.3, 100);
  switch (stream.below(10)) {
    case 0:
      return Gaussian{noise};
    case 1:
      return Laplace{noise};
    case 2:
      return Pure{1 / noise};
    case 3:
      return sampled(stream, adjacency, Laplace{noise});
    case 4: {
      Heterogeneous steps{.inner = {{sampled(stream, adjacency, Gaussian{1})}}};
      const std::uint64_t levels = 2 + stream.below(80);
      for (std::uint64_t i = 0; i < levels; ++i)
        steps.noise_multiplier.push_back(noise * (1 + stream.uniform()));
      return steps;
    }
    case 5:
      return Approximate{1 / noise, between(stream, 1e-16, 1e-10)};
    default:
      return sampled(stream, adjacency, Gaussian{noise});
  }
}

Ledger ledger(Stream& stream) {
  Ledger result{.adjacency = stream.below(2) == 0 ? Adjacency::add_remove : Adjacency::replace_one};
  for (std::uint64_t i = 0, n = 1 + stream.below(3); i < n; ++i) {
    Mechanism chosen = mechanism(stream, result.adjacency);
    const bool many = std::holds_alternative<Heterogeneous>(chosen);
    result.events.push_back(
        {std::move(chosen), std::int64_t(between(stream, 1, many ? 1e3 : 1e5))});
  }
  return result;
}

int trials() {
  const char* wish = std::getenv("DPSCO_CROSS_FUZZ");  // NOLINT(concurrency-mt-unsafe): one thread
  return wish == nullptr ? 150 : std::atoi(wish);      // NOLINT(cert-err34-c): 0 is no trial
}

}  // namespace

TEST_CASE("cross-fuzz: no upper bound lies below a lower one, from any two accountants") {
  int compared = 0, both_engines = 0, refused = 0;
  double widest = 0;  // both engines: contour's upper against pld's, where both are tight
  for (int trial = 0; trial < trials(); ++trial) {
    Stream stream({std::uint64_t(trial), 4242});
    const Ledger random = ledger(stream);
    const double delta = between(stream, 1e-14, 0.3);
    double upper = std::numeric_limits<double>::infinity(), lower = 0;
    std::string least = "none", most = "none";
    int bounds = 0, engines = 0;
    double contour = 0, pld = 0;
    for (const std::string& name : accountant_catalog().accountants.names()) {
      if (name == "best" || name == "auto") continue;
      const Parameters coarse = {{"accuracy", 1e-3}};
      const auto accountant =
          accountant_catalog().accountants.make(name, name == "pld" ? coarse : Parameters{});
      const auto price = accountant->price(random, delta);
      if (!price || price->direction == Direction::estimate) continue;
      CAPTURE(to_json(random));
      CAPTURE(name);
      REQUIRE_FALSE(std::isnan(price->epsilon));
      REQUIRE(price->epsilon >= 0);
      ++bounds;
      if (name == "contour") contour = price->epsilon;
      if (name == "pld") pld = price->epsilon;
      if (name == "contour" || name == "pld") ++engines;
      if (price->direction != Direction::lower && price->epsilon < upper) {
        upper = price->epsilon;
        least = name;
      }
      const double floor =
          price->direction == Direction::lower ? price->epsilon : price->epsilon_lower.value_or(0);
      if (floor > lower) {
        lower = floor;
        most = name;
      }
    }
    compared += bounds > 1 ? 1 : 0;
    refused += bounds == 0 ? 1 : 0;
    if (engines == 2) {
      ++both_engines;
      if (contour > 0 && std::isfinite(pld))
        widest = std::max(widest, std::abs(pld - contour) / contour);
    }
    CAPTURE(trial);
    CAPTURE(to_json(random));
    CAPTURE(delta);
    CAPTURE(least);
    CAPTURE(most);
    CHECK(lower <= upper);
  }
  CHECK(refused == 0);
  CHECK(compared > trials() * 9 / 10);
  MESSAGE(trials(),
          " ledgers, ",
          both_engines,
          " by both engines, which differ by at most ",
          widest,
          " (relative)");
}

}  // namespace dpsco
