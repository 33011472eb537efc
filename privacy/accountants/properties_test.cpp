// Properties that every accountant must have, over random ledgers.
#include <algorithm>
#include <cmath>
#include <limits>

#include <doctest/doctest.h>

#include "framework/core/random.hpp"
#include "framework/testing/near.hpp"
#include "privacy/accountants/first_able.hpp"
#include "privacy/accountants/order_search.hpp"
#include "privacy/accountants/strong_composition.hpp"
#include "privacy/testing/prices.hpp"

namespace dpsco {

namespace {

using testing::price;

double between(Stream& stream, double low, double high) {
  return std::exp(std::log(low) + (std::log(high) - std::log(low)) * stream.uniform());
}

/// A mechanism of a random kind; `noise` scales whatever noise it has, `rate` its sampling rate.
Mechanism mechanism(Stream& stream, Adjacency adjacency, double noise = 1, double rate = 1) {
  const double level = between(stream, 0.5, 50) * noise, q = between(stream, 1e-3, 0.4) * rate;
  switch (stream.below(9)) {
    case 0:
      return Gaussian{level};
    case 1:
      return Laplace{level};
    case 2:
      return Pure{1 / level};
    case 3:
      return Zcdp{1 / (level * level)};
    case 4:
      return Gdp{1 / level};
    case 5:
      return TreeAggregation{level, 1 + std::int64_t(stream.below(100))};
    case 6:
      return Heterogeneous{{{Gaussian{}}}, {level, 2 * level, 3 * level}};
    case 7:
      return ExponentialNoiseL2{1 / level, 1};
    default:
      if (adjacency == Adjacency::replace_one)
        return SampledWithoutReplacement{
            std::int64_t(std::ceil(1000 * q)), 1000, {{Gaussian{level}}}};
      return PoissonSampled{q, {{Gaussian{level}}}};
  }
}

/// The same stream makes the same mechanisms: only noise and rate differ between two calls.
Ledger random_ledger(std::uint64_t seed, double noise = 1, double rate = 1, std::int64_t more = 0) {
  Stream stream({seed, 77});
  Ledger ledger{.adjacency = stream.below(2) == 0 ? Adjacency::add_remove : Adjacency::replace_one};
  for (std::uint64_t i = 0, n = 1 + stream.below(4); i < n; ++i) {
    const auto count = 1 + std::int64_t(stream.below(50)) + more;
    ledger.events.push_back({mechanism(stream, ledger.adjacency, noise, rate), count});
  }
  return ledger;
}
double random_delta(std::uint64_t seed) {
  Stream stream({seed, 78});
  return between(stream, 1e-12, 0.1);
}

constexpr std::uint64_t trials = 60;
constexpr double slack = 1e-8;  // searches stop there

}  // namespace

TEST_CASE("every accountant: epsilon grows with steps and rate, falls with noise and with delta") {
  for (std::uint64_t seed = 0; seed < trials; ++seed)
    for (const std::string& accountant : accountant_catalog().accountants.names()) {
      const double delta = random_delta(seed);
      const auto base = price(accountant, random_ledger(seed), delta);
      if (!base || base->direction == Direction::estimate) continue;
      CAPTURE(accountant);
      CAPTURE(to_json(random_ledger(seed)));
      const double epsilon = base->epsilon;
      REQUIRE(epsilon >= 0);
      CHECK(price(accountant, random_ledger(seed, 1, 1, 10), delta)->epsilon >=
            epsilon * (1 - slack));
      CHECK(price(accountant, random_ledger(seed, 1.3), delta)->epsilon <= epsilon * (1 + slack));
      CHECK(price(accountant, random_ledger(seed, 1, 1.5), delta)->epsilon >=
            epsilon * (1 - slack));
      CHECK(price(accountant, random_ledger(seed), delta / 3)->epsilon >= epsilon * (1 - slack));
    }
}

TEST_CASE("every accountant: a ledger cut in two, or in another order, costs the same") {
  for (std::uint64_t seed = 0; seed < trials; ++seed)
    for (const std::string& accountant : accountant_catalog().accountants.names()) {
      const double delta = random_delta(seed);
      const Ledger whole = random_ledger(seed);
      Ledger reversed = whole, cut{.adjacency = whole.adjacency};
      std::reverse(reversed.events.begin(), reversed.events.end());
      for (const Event& event : whole.events) {
        if (event.count > 1) cut.events.push_back({event.mechanism, event.count / 2});
        cut.events.push_back({event.mechanism, event.count - event.count / 2});
      }
      const auto base = price(accountant, whole, delta);
      CAPTURE(accountant);
      CAPTURE(to_json(whole));
      REQUIRE(bool(base) == bool(price(accountant, reversed, delta)));
      if (!base) continue;
      CHECK(near(price(accountant, reversed, delta)->epsilon, base->epsilon, 1e-9));
      CHECK(near(price(accountant, cut, delta)->epsilon, base->epsilon, 1e-9));
    }
}

TEST_CASE("every accountant: no upper bound is below a lower bound or an exact price of another") {
  for (std::uint64_t seed = 0; seed < trials; ++seed) {
    const Ledger ledger = random_ledger(seed);
    const double delta = random_delta(seed);
    double upper = std::numeric_limits<double>::infinity(), lower = 0;
    for (const std::string& accountant : accountant_catalog().accountants.names()) {
      const auto one = price(accountant, ledger, delta);
      if (!one || one->direction == Direction::estimate) continue;
      if (one->direction != Direction::lower) upper = std::min(upper, one->epsilon);
      if (one->direction == Direction::exact || one->direction == Direction::lower)
        lower = std::max(lower, one->epsilon);
      if (one->epsilon_lower) lower = std::max(lower, *one->epsilon_lower);
    }
    CAPTURE(to_json(ledger));
    CHECK(lower <= upper * (1 + 1e-9));
    const auto best = price("best", ledger, delta);
    if (best) CHECK(best->epsilon == upper);
    const auto first = price("auto", ledger, delta);
    REQUIRE(bool(first) == bool(best));
    if (first) {
      CHECK(first->epsilon >= upper);
      CHECK(std::isfinite(first->epsilon) == std::isfinite(upper));
    }
  }
}

TEST_CASE("best: names its winner, prefers the exact one, leaves out estimates") {
  const Ledger gaussian{.events = {{Gaussian{2}, 3}}};
  const auto exact = price("best", gaussian, 1e-5);
  CHECK(exact->direction == Direction::exact);
  CHECK(exact->note.find("upper from analytic-gaussian") == 0);
  CHECK(near(*exact->epsilon_lower, exact->epsilon, 1e-12));
  const Ledger sampled{.adjacency = Adjacency::add_remove,
                       .events = {{PoissonSampled{0.01, {{Gaussian{1}}}}, 1000}}};
  const auto bound = price("best", sampled, 1e-5);
  CHECK(bound->epsilon > price("gdp-clt", sampled, 1e-5)->epsilon);
  CHECK(bound->direction == Direction::upper);
}

TEST_CASE("auto: the exact accountant, else an engine, else a looser bound; never an estimate") {
  const Mechanism gaussian = Gaussian{2}, poisson = PoissonSampled{0.01, {{Gaussian{1}}}};
  const auto by = [](const Mechanism& mechanism, std::int64_t count, Adjacency adjacency) {
    const Ledger ledger{.adjacency = adjacency, .events = {{mechanism, count}}};
    const auto answer = price("auto", ledger, 1e-5);
    REQUIRE(bool(answer));
    CHECK(answer->direction != Direction::estimate);
    std::string name = answer->note.substr(3, answer->note.find(" (") - 3);
    CHECK(answer->note.starts_with("by "));
    CHECK(answer->epsilon == price(name, ledger, 1e-5)->epsilon);
    return name;
  };
  CHECK(by(gaussian, 3, Adjacency::replace_one) == "gdp");
  CHECK(by(poisson, 1000, Adjacency::add_remove) == "contour");
  CHECK(by(poisson, 1000, Adjacency::replace_one) == "contour");
  CHECK(by(poisson, 3, Adjacency::add_remove) == "pld");  // too few steps for contour
  CHECK(by(Laplace{1}, 10, Adjacency::replace_one) == "pld");
  // Thousands of different laws would take pld minutes.
  const auto different = [](int steps) {
    Heterogeneous many{.inner = {{Laplace{1}}}};
    for (int t = 0; t < steps; ++t) many.noise_multiplier.push_back(1000 + t);
    return many;
  };
  CHECK(by(different(10), 1, Adjacency::replace_one) == "pld");
  CHECK(by(different(1001), 1, Adjacency::replace_one) == "rdp");
  const Ledger foreign{.adjacency = Adjacency::zero_out, .events = {{poisson, 10}}};
  const auto refused = price("auto", foreign, 1e-5);
  if (!refused) CHECK(refused.skip().reason.find("\n  gdp: ") != std::string::npos);
}

TEST_CASE("orders: a search over one order, or nearly one, finds it") {
  for (const double high :
       {lowest_order, lowest_order + 1e-12, lowest_order + 0.1, highest_order}) {
    CAPTURE(high);
    int asked = 0;
    const auto value = [&](double u) {
      ++asked;
      return 1 + std::exp(-u) + std::exp(u - 10);
    };
    const BestOrder plain = best_order(value, high);
    const int without_floor = asked;
    CHECK(plain.u <= high + 1e-12);
    CHECK(near(plain.value, high < 5 ? 1 + std::exp(-high) : 1 + 2 * std::exp(-5.0), 1e-9));
    asked = 0;
    const BestOrder floored = best_order(
        value, [](double u) { return std::exp(-u); }, high);
    CHECK(floored.value == plain.value);
    CHECK(floored.u == plain.u);
    CHECK(asked <= without_floor);
  }
}

TEST_CASE("auto: a new version of one that it asks is a new version of auto") {
  const auto version = [](std::string_view name) {
    return accountant_catalog().accountants.entry(name).card.version;
  };
  int expected = 1;
  for (const std::string_view name : first_able_order) expected += version(name) - 1;
  CHECK(version("auto") == expected);
}

TEST_CASE("pure ledgers: DRV10 is above zCDP, zCDP above the tanh form, rdp below zCDP") {
  Stream stream({10, 1});
  for (int trial = 0; trial < 200; ++trial) {
    Ledger ledger;
    for (std::uint64_t i = 0, n = 1 + stream.below(3); i < n; ++i)
      ledger.events.push_back(
          {Pure{between(stream, 1e-3, 2)}, 1 + std::int64_t(stream.below(1000))});
    const double delta = between(stream, 1e-12, 0.1);
    const StepSums total = sums(*dp_steps(ledger));
    const double zcdp = price("zcdp", ledger, delta)->epsilon;
    CHECK(drv10_epsilon(total, delta) >= zcdp * (1 - 1e-12));
    CHECK(kov_tanh_epsilon(total, delta) <= zcdp);
    CHECK(price("rdp", ledger, delta)->epsilon <= zcdp);
    CHECK(price("heterogeneous", ledger, delta)->epsilon <= price("basic", ledger, delta)->epsilon);
  }
}

TEST_CASE("Gaussian ledgers: rdp is above the exact price and within 15 % for moderate epsilon") {
  Stream stream({10, 2});
  for (int trial = 0; trial < 200; ++trial) {
    const Ledger ledger{.events = {{Gaussian{between(stream, 0.5, 20)}, 10}}};
    const double delta = between(stream, 1e-12, 1e-3);
    const double exact = price("gdp", ledger, delta)->epsilon,
                 rdp = price("rdp", ledger, delta)->epsilon;
    CHECK(rdp >= exact);
    CHECK(price("rdp-mironov", ledger, delta)->epsilon >= rdp * (1 - 1e-9));
    if (exact > 0.5) CHECK(rdp <= 1.15 * exact);
  }
}

TEST_CASE("rdp_curve: exact at given orders, chords between, infinite beyond") {
  // Points of D = alpha rho: (alpha - 1) D is convex, so chords lie above and tend to it.
  RdpCurve curve;
  for (int twice = 3; twice <= 128; ++twice) {
    const double order = 0.5 * twice;
    curve.orders.push_back(order);
    curve.values.push_back(0.05 * order);
  }
  for (const double order : {1.5, 2.0, 17.5, 64.0})
    CHECK(
        near(*testing::renyi_divergence(curve, Adjacency::add_remove, order), 0.05 * order, 1e-13));
  for (const double order : {1.01, 1.7, 2.25, 63.9}) {
    const double chord = *testing::renyi_divergence(curve, Adjacency::add_remove, order);
    CHECK(chord >= 0.05 * order);
    CHECK(chord <= 0.05 * std::max(1.5, order + 0.5));
  }
  CHECK(std::isinf(*testing::renyi_divergence(curve, Adjacency::add_remove, 64.1)));
  RdpCurve shuffled = curve;
  std::reverse(shuffled.orders.begin(), shuffled.orders.end());
  std::reverse(shuffled.values.begin(), shuffled.values.end());
  const Ledger sorted{.events = {{curve}}}, unsorted{.events = {{shuffled}}},
      line{.events = {{Zcdp{0.05}}}};
  CHECK(price("rdp", sorted, 1e-6)->epsilon == price("rdp", unsorted, 1e-6)->epsilon);
  CHECK(price("rdp", sorted, 1e-6)->epsilon >= price("rdp", line, 1e-6)->epsilon * (1 - 1e-9));
  CHECK(price("rdp", sorted, 1e-6)->epsilon <= price("rdp", line, 1e-6)->epsilon * 1.01);
}

TEST_CASE("accountants: heavy ledgers end soon, without NaN") {
  for (const double noise : {1e-3, 1.0, 1e6})
    for (const double delta : {1e-300, 1e-5, 0.9})
      for (const Adjacency adjacency : {Adjacency::add_remove, Adjacency::replace_one})
        for (const Mechanism& inner :
             {Mechanism{PoissonSampled{1e-6, {{Gaussian{noise}}}}},
              Mechanism{PoissonSampled{0.999, {{Gaussian{noise}}}}},
              Mechanism{SampledWithoutReplacement{1, 1000000000, {{Gaussian{noise}}}}},
              Mechanism{SampledWithoutReplacement{7, 7, {{Laplace{noise}}}}},
              Mechanism{Laplace{noise}},
              Mechanism{TreeAggregation{noise, 1000000000}},
              Mechanism{Shuffled{1000000, 1 / noise}},
              Mechanism{Approximate{1 / noise, 1e-12}}})
          for (const std::string& accountant : accountant_catalog().accountants.names()) {
            // `pld` takes about a second each and has its own test of extremes; `best` and `auto`
            // ask the others.
            if (accountant == "pld" || accountant == "best" || accountant == "auto") continue;
            const Ledger ledger{.adjacency = adjacency, .events = {{inner, 1000000000}}};
            const auto priced = price(accountant, ledger, delta);
            if (!priced) continue;
            CAPTURE(accountant);
            CAPTURE(to_json(ledger));
            CHECK_FALSE(std::isnan(priced->epsilon));
            CHECK(priced->epsilon >= 0);
          }
}

}  // namespace dpsco
