#include "algorithms/decentralised/secure_sum_gd.hpp"

#include <cmath>

#include <doctest/doctest.h>

#include "algorithms/decentralised/fixtures.hpp"
#include "algorithms/decentralised/secret_sharing.hpp"
#include "framework/testing/near.hpp"

namespace dpsco {

using namespace decentralised_testing;  // NOLINT(google-build-using-namespace): this test's words

// Every agent rounds once, by at most 2^{-F-1}.
TEST_CASE("secret sharing: the sum is exact mod 2^64 and decodes within N 2^-F-1") {
  for (const int agents : {2, 3, 10})
    for (const int bits : {8, 24, 40}) {
      Stream values({1, std::uint64_t(agents)});
      SecretSum sum(agents, 5);
      std::vector<double> truth(5, 0.0);
      std::vector<std::uint64_t> q(5), exact(5, 0), out(5);
      for (int i = 0; i < agents; ++i) {
        Stream shares({2, std::uint64_t(i)});
        for (std::size_t l = 0; l < 5; ++l) {
          const double x = 100 * (values.uniform() - 0.5);
          truth[l] += x;
          q[l] = encode(x, bits);
          exact[l] += q[l];
        }
        sum.share(q, shares);
      }
      sum.open(out);
      CHECK(out == exact);
      for (std::size_t l = 0; l < 5; ++l)
        CHECK(std::abs(decode(out[l], bits) - truth[l]) <=
              agents * std::ldexp(1.0, -bits - 1) + 1e-12);
      sum.open(out);
      CHECK(out == std::vector<std::uint64_t>(5, 0));
    }
  CHECK(decode(encode(-1.5, 24), 24) == -1.5);
}

// The bijection of secure_sum_gd.hpp: moving v from agent 0 to agent 1 can be matched by moving one
// unseen share each, which leaves every message to the others as it was.
TEST_CASE("secret sharing: what others receive does not tell apart inputs with the same sum") {
  constexpr int agents = 4;
  const std::vector<std::uint64_t> a{5}, b{7}, c{11}, e{13}, v{123456789};
  SecretSum one(agents, 1), other(agents, 1);
  Stream s0({1, 0}), s1({1, 1}), s2({1, 2}), s3({1, 3});
  for (auto* sum : {&one, &other}) {
    Stream t0 = s0, t1 = s1, t2 = s2, t3 = s3;
    const bool moved = sum == &other;
    sum->share(std::vector<std::uint64_t>{moved ? a[0] + v[0] : a[0]}, t0);
    sum->share(std::vector<std::uint64_t>{moved ? b[0] - v[0] : b[0]}, t1);
    sum->share(c, t2);
    sum->share(e, t3);
  }
  // With the same uniform words all but the last share agree, and so do agents 0 to 2; agent 3's
  // two last shares move by v and -v.
  for (int j = 0; j < agents; ++j) CHECK(one.broadcast(j)[0] == other.broadcast(j)[0]);
  // And shares look uniform: the top bit of what agent 0 gets from one agent is a fair coin.
  int ones = 0;
  for (std::uint64_t seed = 0; seed < 4000; ++seed) {
    SecretSum sum(2, 1);
    Stream stream({seed, 8});
    sum.share(a, stream);
    ones += (sum.broadcast(1)[0] >> 63U) == 1 ? 1 : 0;  // 5 minus a uniform word
  }
  CHECK(std::abs(ones - 2000) < 5 * std::sqrt(1000.0));
}

TEST_CASE("secure sum: the run is noisy gradient descent on the mean, to the codes' rounding" *
          doctest::test_suite("graph")) {
  const Problem on = ridge_problem(62, 5, 0.2), sparse = ridge_problem(62, 5, 0.2, true);
  const auto made =
      plan("secure-sum-gd", on.facts, {{"agents", std::int64_t{6}}, {"rounds", std::int64_t{20}}});
  REQUIRE(made);
  Plain p(**made, on);
  Eigen::MatrixXd x = p.zeros();
  const Eigen::MatrixXd J = Eigen::MatrixXd::Constant(6, 6, 1.0 / 6);
  for (int k = 0; k < 20; ++k) x = J * p.noisy_step(x);
  const Solution fast = run(**made, on);
  CHECK(largest_gap(fast.agents, x) < 20 * std::ldexp(1.0, -23));
  CHECK(largest_gap(run(**made, sparse).agents, x) < 20 * std::ldexp(1.0, -23));
  CHECK(run(**made, on, 3).agents == fast.agents);
  for (std::size_t k = 0; k < fast.agents.size(); ++k)
    CHECK(fast.agents[k] == fast.agents[k % 5]);  // all hold the same
  CHECK(fast.sent_bytes == 20 * 6 * 5 * 5 * 2 * 8);
}

TEST_CASE("secure sum: honest agents' noise is what the ledger lists, rounding paid for") {
  const Problem on = without_features(40, 8);
  for (const std::int64_t colluders : {0, 3, 8})
    for (const std::int64_t bits : {6, 24}) {
      const auto made = plan("secure-sum-gd",
                             on.facts,
                             {{"rounds", std::int64_t{1}},
                              {"eta", 0.5},
                              {"colluders", colluders},
                              {"fraction_bits", bits}});
      REQUIRE(made);
      const auto& listed = std::get<Gaussian>((*made)->ledger.events.at(0).mechanism);
      const double h = 10 - double(colluders), C = 0.5 / 4, grid = std::ldexp(1.0, -int(bits));
      const double moved = 2 * C + grid * std::sqrt(8.0);
      CHECK(near(
          listed.sensitivity * C, std::sqrt(moved * moved + 8 * h * h / 4 * grid * grid), 1e-12));
      CHECK(listed.sensitivity > 2);
      double squares = 0;
      for (int seed = 0; seed < 1000; ++seed)
        for (const double w : run(**made, on, 1, Streams(std::uint64_t(seed), "shared", "cell")).w)
          squares += w * w / 8000;
      // N agents draw, h of them are counted; codes of width 2^-F add grid^2/12 each.
      const double each = std::pow(listed.noise_multiplier * C, 2) / h + grid * grid / 12;
      CHECK(near(squares, each / 10, 5 * std::sqrt(2.0 / 8000)));
    }
}

TEST_CASE("secure sum: too few honest agents are refused, as is a sum that could wrap around") {
  const Problem on = ridge_problem(60, 3, 0.1);
  const auto few = plan("secure-sum-gd", on.facts, {{"colluders", std::int64_t{9}}});
  REQUIRE_FALSE(few);
  CHECK(few.skip().reason.find("largest admissible number of colluders is 8") != std::string::npos);
  CHECK_FALSE(plan("secure-sum-gd", on.facts, {{"agents", std::int64_t{1}}}));
  // Whether a number fits would depend on one agent's own noise, which the ledger does not list:
  // one record could raise the chance of a wrapped sum far more than epsilon allows.
  const Problem many = ridge_problem(1000, 3, 0.1);
  const auto with_bits = [&](std::int64_t bits) {
    return plan("secure-sum-gd",
                many.facts,
                {{"agents", std::int64_t{1000}},
                 {"rounds", std::int64_t{1}},
                 {"eta", 1.0},
                 {"fraction_bits", bits}},
                {.epsilon = 0.1, .delta = 1e-9});
  };
  const auto wraps = with_bits(50);
  REQUIRE_FALSE(wraps);
  CHECK(wraps.skip().reason.find("sums could wrap around") != std::string::npos);
  CHECK(wraps.skip().reason.find("about 47 fit") != std::string::npos);
  CHECK(with_bits(47));
  CHECK_FALSE(with_bits(48));
  // Few agents: a double, not the word, is what is too coarse.
  const auto coarse = plan("secure-sum-gd",
                           on.facts,
                           {{"agents", std::int64_t{2}},
                            {"rounds", std::int64_t{1}},
                            {"eta", 1.0},
                            {"fraction_bits", std::int64_t{50}}},
                           {.epsilon = 0.1, .delta = 1e-9});
  REQUIRE_FALSE(coarse);
}

TEST_CASE("secure sum: codes commute with whole shifts, halves included") {
  for (const double x : {-2.5, -1.5, -0.5, 0.5, 1.5, 0.25, -0.75})
    for (const std::int64_t z : {-3, -1, 1, 2})
      CHECK(encode(x + double(z), 0) == encode(x, 0) + std::uint64_t(z));
}

}  // namespace dpsco
