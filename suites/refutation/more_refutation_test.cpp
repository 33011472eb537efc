// The rest of the known-broken mechanisms. `./check --full` runs them:
//   suites_test --no-skip --test-suite=refutation
#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>

#include <doctest/doctest.h>

#include "framework/testing/near.hpp"
#include "privacy/audit/testing/perturbed_plane.hpp"
#include "privacy/calibration/root_calibrator.hpp"
#include "suites/refutation/one_release.hpp"
#include "suites/refutation/printed_index.hpp"
#include "suites/refutation/rounds.hpp"
#include "suites/refutation/sampled_release.hpp"
#include "suites/refutation/trial.hpp"

namespace dpsco::refutation {

namespace {

/// Neighbours by zero_out, d coordinates, one record of that label, the others silent.
Neighbours lone_record(Index d, double label, double width) {
  Neighbours pair = make_neighbours({.n = 4, .d = d, .width = width}, Adjacency::zero_out, 0);
  pair.here.data.y[0] = label;
  return pair;
}

/// The game of a plan on these data, all rounds seen.
template <class Method>
Game game_of(const Method& method, Neighbours data, const Target& target) {
  static const GdpAccountant gdp;
  const RootCalibrator calibrator(gdp);
  auto plan = method.plan(data.here.facts, {target, &calibrator});
  if (!plan) throw std::runtime_error(plan.skip().reason);
  return {.plan = *std::move(plan),
          .data = std::move(data),
          .key = std::string(Method::card.name),
          .secret_choices = true,
          .watches_rounds = true};
}

}  // namespace

TEST_SUITE_BEGIN("refutation");

TEST_CASE("audit: one-byte seeds" * doctest::skip()) {
  // 256 possible outputs: each of the outermost is possible under one data set alone.
  const OneRelease<Flaw::one_byte_seed> broken;
  CHECK(audited(broken, decltype(broken)::card, 100000).caught());
  const OneRelease<Flaw::none> honest;
  CHECK_FALSE(audited(honest, decltype(honest)::card, 100000).caught());
}

TEST_CASE("audit: noise sigma^2 for sigma" * doctest::skip()) {
  const OneRelease<Flaw::variance_for_sd> broken;
  CHECK(audited(broken, decltype(broken)::card, 20000).caught());
}

TEST_CASE("audit: replace-one with sensitivity C for 2 C" * doctest::skip()) {
  const OneRelease<Flaw::half_sensitivity> broken;
  CHECK(audited(broken, decltype(broken)::card, 200000).caught());
}

TEST_CASE("audit: fixed batches priced as Poisson" * doctest::skip()) {
  SampledRelease method;
  const Trial honest = audited(method, decltype(method)::card, 200000);
  CHECK_FALSE(honest.caught());
  CHECK(honest.lower > 0.5);
  method.fixed_size = true;
  const Trial broken = audited(method, decltype(method)::card, 200000);
  CHECK(broken.claim == honest.claim);
  CHECK(broken.caught());
}

TEST_CASE("audit and accountant: the printed index of Algorithm 1" * doctest::skip()) {
  PrintedIndex method;
  const AuditSetting setting{.epsilon = 1, .delta = 0.05};
  const Trial broken = audited(method, decltype(method)::card, 100000, setting);
  CHECK(broken.caught());
  method.printed = false;
  CHECK_FALSE(audited(method, decltype(method)::card, 100000, setting).caught());

  // T = 4000, stated epsilon 1, delta 1e-5; (2 epsilon, delta) is what is claimed.
  const auto schedule = [](double printed) {
    return NamedSchedule{"ma2022",
                         {{"updates", 3999},
                          {"step_sensitivity", 1 / std::sqrt(4000.0)},
                          {"beta0", (1 - std::log(1e-5)) / (2 * 4000.0)},
                          {"printed_index", printed}}};
  };
  const GdpAccountant gdp;
  const auto cost = [&](double printed) {
    const auto price = gdp.price({.events = {{NoisyIteration{schedule(printed)}}}}, 1e-5);
    REQUIRE(price);
    return price->epsilon;
  };
  CHECK(cost(1) > 2);
  CHECK(cost(0) <= 2);
}

TEST_CASE("accountant: the moments formula outside its range" * doctest::skip()) {
  // sigma = 4 (b/n) sqrt(T log(1/delta)) / epsilon, proved for epsilon < c (b/n)^2 T, here .001 c.
  const double n = 36176, b = 50, T = 500, delta = 1 / (n * n);
  const auto ledger = [&](double z) {
    return Ledger{.adjacency = Adjacency::add_remove,
                  .events = {{PoissonSampled{.sampling_rate = b / n,
                                             .inner = {{Gaussian{.noise_multiplier = z}}}},
                              std::int64_t(T)}}};
  };
  const PldAccountant pld;
  const auto claimed = pld.price(ledger(4 * b / n * std::sqrt(T * std::log(1 / delta))), delta);
  REQUIRE(claimed);
  REQUIRE(claimed->epsilon_lower);
  CHECK(*claimed->epsilon_lower >= 5.1);
  const auto scale = RootCalibrator(pld).smallest_scale(ledger, {1, delta, Adjacency::add_remove});
  REQUIRE(scale);
  const auto honest = pld.price(ledger(*scale), delta);
  REQUIRE(honest);
  CHECK(honest->epsilon <= 1);
}

TEST_CASE("audit: noise reused between steps" * doctest::skip()) {
  TwoHalves method;
  CHECK_FALSE(audited(method, decltype(method)::card, 50000).caught());
  method.reuse = true;
  const Trial broken = audited(method, decltype(method)::card, 50000);
  CHECK(broken.caught());
  CHECK(broken.lower > 5);
}

TEST_CASE("audit: re-noised gradients in EXTRA" * doctest::skip()) {
  const GdpAccountant gdp;
  const Target target{1, 0.05, Adjacency::zero_out};
  ExtraMessages method;
  const auto trial = [&] {
    return played(game_of(method, lone_record(1, 0, 0.5), target), gdp, target.delta, 400000);
  };
  const Trial honest = trial();
  CHECK_FALSE(honest.caught());
  CHECK(honest.lower > 0.8);
  method.noised_anew = true;
  const Trial broken = trial();
  CHECK(near(broken.claim, honest.claim, 1e-12));
  CHECK(broken.caught());
}

TEST_CASE("density: DVP with zeta = ahat" * doctest::skip()) {
  const double ahat = 1 - 2 * std::log1p(0.25 / 3);
  double pull = 0;
  CHECK(dpsco::testing::dvp_loss(ahat, pull) > 1);
  CHECK(dpsco::testing::dvp_loss(ahat / 2, pull) <= 1);
}

TEST_CASE("density: a Laplace scale that depends on the data" * doctest::skip()) {
  // The largest value sets the scale, so the scale tells it. Values in [0, 1], one record replaced.
  const auto loss = [](double scale_here, double scale_there) {
    const auto release = [](double centre, double scale) {
      return output_perturbation(Eigen::VectorXd::Constant(1, centre),
                                 {NoiseLaw::Kind::laplace, scale});
    };
    return largest_ratio(release(1, scale_here), release(0.5, scale_there), -50, 50).log_ratio;
  };
  CHECK(loss(1, 0.5) > 10);
  CHECK(loss(1, 1) <= 1);
}

TEST_CASE("audit: one weight per agent and round instead of one per coordinate" * doctest::skip()) {
  const RdpAccountant rdp;
  WeightedMessage method;
  const Target target{1, 0.02, Adjacency::zero_out};
  const auto trial = [&] {
    return played(game_of(method, lone_record(2, 1, 1e3), target), rdp, target.delta, 200000);
  };
  const Trial honest = trial();
  CHECK_FALSE(honest.caught());
  method.shared = true;
  const Trial broken = trial();
  CHECK(broken.claim == honest.claim);
  CHECK(broken.caught());
}

TEST_SUITE_END();

}  // namespace dpsco::refutation
