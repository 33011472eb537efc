// The accountant "pld" against the reference table, itself and the other accountants.
#include "privacy/accountants/pld.hpp"

#include <chrono>
#include <cmath>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "framework/core/check.hpp"
#include "framework/core/random.hpp"
#include "framework/core/special.hpp"
#include "framework/testing/near.hpp"
#include "privacy/accountants/gdp.hpp"

namespace dpsco {

namespace {

Event poisson(double q, double noise, std::int64_t count) {
  return {PoissonSampled{q, {{Gaussian{noise}}}}, count};
}
Event fixed_size(std::int64_t m, std::int64_t n, double noise, std::int64_t count) {
  return {SampledWithoutReplacement{m, n, {{Gaussian{noise}}}}, count};
}
Price price(const Ledger& ledger, double delta, double accuracy = 1e-5) {
  PldAccountant pld;
  pld.accuracy = accuracy;
  const auto outcome = pld.price(ledger, delta);
  REQUIRE_MESSAGE(outcome, (outcome ? std::string{} : outcome.skip().reason));
  return *outcome;
}
Price price(const Event& event, double delta, Adjacency adjacency = Adjacency::add_remove) {
  return price(Ledger{adjacency, {event}}, delta, 1e-4);
}
std::string reason(const Event& event, Adjacency adjacency) {
  const auto outcome = PldAccountant{}.price({adjacency, {event}}, 1e-5);
  return outcome ? "priced" : outcome.skip().reason;
}

}  // namespace

TEST_CASE("pld: every reference row lies in the bracket, and the bracket is narrow") {
  std::ifstream file(DPSCO_SOURCE_DIR "/privacy/golden/pld_rows.json");
  const auto table = nlohmann::json::parse(file);
  REQUIRE(table.at("rows").size() >= 80);
  for (const auto& row : table.at("rows")) {
    const std::string id = row.at("id");
    CAPTURE(id);
    const double low = std::stod(row.at("low").get<std::string>());
    const double high = std::stod(row.at("high").get<std::string>());
    const Price found = price(ledger_from_json(row.at("ledger").dump()), row.at("delta"), 1e-4);
    REQUIRE(found.epsilon_lower.has_value());
    CHECK(*found.epsilon_lower <= low * (1 + 1e-15));
    CHECK(found.epsilon >= high * (1 - 1e-15));
    CHECK(near(found.epsilon, high, 5e-3));
    CHECK(found.direction == Direction::upper);
  }
}

TEST_CASE("pld: fixed batches are not priced as Poisson sampling") {
  const Price found = price(fixed_size(256, 60000, 1.1, 14063), 1e-5, Adjacency::replace_one);
  CHECK(found.epsilon > 18);
  CHECK(*found.epsilon_lower > 14);
}

TEST_CASE("pld: a misfit names the legal alternatives and is never replaced") {
  CHECK(reason(fixed_size(1, 10, 1, 5), Adjacency::add_remove).find("poisson_sampled") !=
        std::string::npos);
  CHECK(reason({Zcdp{0.1}}, Adjacency::add_remove) != "priced");
  CHECK(reason({RdpCurve{{2}, {0.1}}}, Adjacency::add_remove) != "priced");
  CHECK(reason({Shuffled{100, 1, 0}}, Adjacency::replace_one) != "priced");
  CHECK(reason({PoissonSampled{0.1, {{Pure{1}}}}}, Adjacency::replace_one) != "priced");
  CHECK(reason({PoissonSampled{0.1, {{Laplace{1}, 2}}}}, Adjacency::add_remove) != "priced");
}

TEST_CASE("pld: epsilon is 0 exactly where delta is at least delta(0)") {
  CHECK(price(poisson(0.001, 1, 1), 0.9).epsilon == 0);
  CHECK(price(poisson(0.01, 1, 1), 0.00383).epsilon == 0);
  CHECK(price(poisson(0.01, 1, 1), 0.00382).epsilon > 0);
}

TEST_CASE("pld: nothing released costs nothing") {
  CHECK(price(Ledger{Adjacency::add_remove, {}}, 1e-5).epsilon == 0);
  CHECK(price(Event{Pure{0}, 1000}, 1e-5).epsilon == 0);
  CHECK(price(poisson(0, 1, 1000), 1e-5).epsilon == 0);
}

TEST_CASE("pld: extreme settings are answered and epsilon is infinite only if so") {
  const auto start = std::chrono::steady_clock::now();
  for (const Event& event : {poisson(0.01, 1e-3, 10),
                             poisson(0.01, 1e6, 1000),
                             poisson(1e-6, 1, 1'000'000'000),
                             poisson(0.5, 50, 1'000'000'000),
                             poisson(0.01, 1, 1000),
                             Event{Laplace{1e-3}, 3},
                             Event{Laplace{1e6}, 1'000'000'000},
                             Event{Gaussian{1e-3}, 1'000'000'000},
                             Event{Pure{1e-9}, 1'000'000'000},
                             Event{Pure{700}, 3}})
    for (const double delta : {1e-300, 1e-5, 0.5}) {
      PldAccountant pld;
      pld.accuracy = 1e-3;
      const auto found = pld.price({Adjacency::add_remove, {event}}, delta);
      if (!found) {  // 10^9 steps at delta 1e-300 may be refused, with the reason
        CHECK(found.skip().reason.find("256 MiB") != std::string::npos);
        CHECK((event.count == 1'000'000'000 && delta == 1e-300));
        continue;
      }
      CHECK(std::isfinite(found->epsilon));
      CHECK(found->epsilon >= 0);
      CHECK(*found->epsilon_lower <= found->epsilon);
    }
  CHECK(std::isinf(price(Event{NonPrivate{}}, 1e-5).epsilon));
  CHECK(std::isinf(price(Event{Approximate{0.1, 1e-3}}, 1e-5).epsilon));
  const double huge = gdp_epsilon(std::sqrt(1e15), 1e-5);
  CHECK(near(price(Event{Gaussian{1e-3}, 1'000'000'000}, 1e-5).epsilon, huge, 1e-6));
  CHECK(price(Event{Pure{700}, 3}, 1e-300).epsilon <= 2100 * (1 + 1e-12));
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(120));
}

TEST_CASE("pld: cost falls with noise and delta and grows with rate and steps") {
  const double start = price(poisson(0.02, 1.2, 200), 1e-6).epsilon;
  CHECK(price(poisson(0.02, 1.25, 200), 1e-6).epsilon < start);
  CHECK(price(poisson(0.021, 1.2, 200), 1e-6).epsilon > start);
  CHECK(price(poisson(0.02, 1.2, 210), 1e-6).epsilon > start);
  CHECK(price(poisson(0.02, 1.2, 200), 1.1e-6).epsilon < start);
}

TEST_CASE("pld: a ledger cut in two costs the same, in any order") {
  const Ledger whole{Adjacency::add_remove,
                     {poisson(0.05, 1, 60), {Laplace{4}, 10}, {Pure{0.05}, 20}, {Gaussian{3}, 2}}};
  const Ledger cut{Adjacency::add_remove,
                   {{Gaussian{3}, 2},
                    {Pure{0.05}, 13},
                    poisson(0.05, 1, 11),
                    {Laplace{4}, 10},
                    {Pure{0.05}, 7},
                    poisson(0.05, 1, 49)}};
  const Price a = price(whole, 1e-6), b = price(cut, 1e-6);
  CHECK(near(a.epsilon, b.epsilon, 1e-4));
  CHECK(*a.epsilon_lower <= b.epsilon);
  CHECK(*b.epsilon_lower <= a.epsilon);
}

TEST_CASE("pld: only the ratio of noise and sensitivity counts") {
  for (const double scale : {0.1, 3.0})
    CHECK(near(price(Event{Laplace{2 * scale, scale}, 5}, 1e-5).epsilon,
               price(Event{Laplace{2, 1}, 5}, 1e-5).epsilon,
               1e-12));
}

TEST_CASE("pld: sampling at rate 1 is no sampling") {
  const double plain = price(Event{Gaussian{2}, 4}, 1e-6).epsilon;
  CHECK(near(price(poisson(1, 2, 4), 1e-6).epsilon, plain, 2e-4));
  CHECK(near(price(fixed_size(7, 7, 4, 4), 1e-6, Adjacency::replace_one).epsilon, plain, 2e-4));
}

TEST_CASE("pld: Poisson sampling under replace_one lies between the attained and the proved pair") {
  const Price found = price(Ledger{Adjacency::replace_one, {poisson(0.01, 2, 1000)}}, 1e-5);
  // dp_accounting 0.6.0, REPLACE_ONE, connect the dots: 1.2052096 for the attained pair.
  CHECK(near(*found.epsilon_lower, 1.2052096, 1e-4));
  const Price fixed = price(Ledger{Adjacency::replace_one, {fixed_size(10, 1000, 2, 1000)}}, 1e-5);
  CHECK(near(found.epsilon, fixed.epsilon, 1e-9));
}

TEST_CASE("pld: different noise ratios are bracketed, and many by rounding to bins") {
  Heterogeneous few{{{PoissonSampled{0.05, {{Gaussian{1}}}}}}, {}}, many = few;
  for (int i = 0; i < 40; ++i) few.noise_multiplier.push_back(i % 2 == 0 ? 1.0 : 2.0);
  const Price mixed = price(Ledger{Adjacency::add_remove, {{few}}}, 1e-5);
  const Price parts =
      price(Ledger{Adjacency::add_remove, {poisson(0.05, 1, 20), poisson(0.05, 2, 20)}}, 1e-5);
  CHECK(near(mixed.epsilon, parts.epsilon, 1e-9));
  for (int i = 0; i < 1000; ++i) many.noise_multiplier.push_back(1 + i * 1e-3);
  const Price binned = price(Ledger{Adjacency::add_remove, {{many}}}, 1e-5, 1e-3);
  CHECK(*binned.epsilon_lower < binned.epsilon);
  CHECK(near(*binned.epsilon_lower, binned.epsilon, 0.05));
  CHECK(binned.epsilon < price(poisson(0.05, 1, 1000), 1e-5).epsilon);
  CHECK(*binned.epsilon_lower > *price(poisson(0.05, 2, 1000), 1e-5).epsilon_lower);
}

TEST_CASE(
    "pld: Gaussian events agree with the exact accountant, noisy iteration has no lower bound") {
  const Ledger ledger{Adjacency::replace_one, {{Gaussian{5}, 100}, {Gdp{0.5}}}};
  const double exact = GdpAccountant{}.price(ledger, 1e-7)->epsilon;
  const Price found = price(ledger, 1e-7);
  CHECK(found.epsilon >= exact * (1 - 1e-12));
  CHECK(near(found.epsilon, exact, 1e-4));
  const Event iteration{NoisyIteration{IterationArrays{{3}, {2}, {0.5}}}};
  const Price amplified = price(iteration, 1e-5, Adjacency::replace_one);
  CHECK_FALSE(amplified.epsilon_lower.has_value());
  CHECK(near(amplified.epsilon, gdp_epsilon(1.5, 1e-5), 1e-3));
}

TEST_CASE("pld: random ledgers give brackets, never NaN") {
  Stream random({7, 11});
  std::vector<double> u(8);
  for (int i = 0; i < 40; ++i) {
    for (double& x : u) x = random.uniform();
    const double q = std::exp(std::log(1e-6) * u[0]), noise = std::exp(-4.6 + 13.8 * u[1]);
    const auto count = std::int64_t(std::exp(18.4 * u[2]));
    const double delta = std::exp(-690 * u[3] * u[3] - 0.1);
    std::vector<Event> events;
    Adjacency adjacency = Adjacency::add_remove;
    if (u[4] < 0.4) {
      events.push_back(poisson(q, noise, count));
    } else if (u[4] < 0.6) {
      adjacency = Adjacency::replace_one;
      events.push_back(fixed_size(1 + std::int64_t(100 * q), 1000, noise, count));
    } else if (u[4] < 0.8) {
      events.push_back({PoissonSampled{q, {{Laplace{noise}}}}, count});
    } else {
      events.push_back({Approximate{noise / 10, 1e-12}, count});
    }
    if (u[5] < 0.3)
      events.push_back({Laplace{noise}, 1 + std::int64_t(double(count) * u[6] / 100)});
    CAPTURE(to_json(Ledger{adjacency, events}));
    CAPTURE(delta);
    const Price found = price(Ledger{adjacency, events}, delta, 1e-2);
    REQUIRE(found.epsilon >= 0);
    REQUIRE(found.epsilon_lower.has_value());
    REQUIRE(*found.epsilon_lower >= 0);
    REQUIRE(*found.epsilon_lower <= found.epsilon);
  }
}

TEST_CASE("pld: threads get the bits of a serial run") {
  const Ledger ledger{Adjacency::add_remove, {poisson(0.05, 1, 100), {Laplace{5}, 10}}};
  const Price serial = price(ledger, 1e-6, 1e-3);
  std::vector<double> found(4);
  {
    std::vector<std::jthread> threads;
    threads.reserve(found.size());
    for (double& epsilon : found)
      threads.emplace_back([&] {
        PldAccountant pld;
        pld.accuracy = 1e-3;
        epsilon = pld.price(ledger, 1e-6)->epsilon;
      });
  }
  for (const double epsilon : found) CHECK(epsilon == serial.epsilon);
}

TEST_CASE("pld: delta outside (0, 1) is refused") {
  for (const double delta : {0.0, 1.0, -1.0, std::nan("")})
    CHECK_THROWS_AS((void)PldAccountant{}.price({}, delta), ConfigError);
}

}  // namespace dpsco
