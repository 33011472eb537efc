// Known failings of other accounting tools, each as a test that would catch it here: the case's
// name says what must hold, the line above it where the failing was reported (repository and issue,
// or the version in which it was found). Values: privacy/golden/accounting.json or the formula
// beside.
#include <cmath>
#include <limits>

#include <doctest/doctest.h>

#include "framework/core/check.hpp"
#include "framework/core/random.hpp"
#include "framework/core/special.hpp"
#include "framework/testing/near.hpp"
#include "privacy/accountants/gdp_clt.hpp"
#include "privacy/accountants/renyi.hpp"
#include "privacy/accountants/strong_composition.hpp"
#include "privacy/calibration/root_calibrator.hpp"
#include "privacy/testing/prices.hpp"

namespace dpsco {

namespace {

using testing::epsilon, testing::poisson, testing::price, testing::uniform_sample, testing::used;

const double infinity = std::numeric_limits<double>::infinity();

}  // namespace

// google/differential-privacy 378: one accountant took C, another 2C.
TEST_CASE("replace_one means twice the clipping norm in every accountant alike") {
  const Ledger replace = used(Gaussian{5}, 1, Adjacency::replace_one), add = used(Gaussian{2.5});
  CHECK(near(epsilon("gdp", replace), 1.5549816915322039, 1e-10));
  for (const char* accountant : {"gdp", "analytic-gaussian", "rdp", "rdp-mironov", "zcdp", "best"})
    CHECK(epsilon(accountant, replace) == epsilon(accountant, add));
}

// dp_accounting 0.6.0 ignored the count of two kinds of event.
TEST_CASE("a count of k costs what k events cost, for every mechanism") {
  const std::vector<Mechanism> mechanisms{Gaussian{3},
                                          Laplace{5},
                                          poisson(0.1, 2),
                                          Pure{0.2},
                                          Approximate{0.2, 1e-9},
                                          Zcdp{0.01},
                                          Gdp{0.2},
                                          TreeAggregation{9, 8},
                                          ExponentialNoiseL2{0.1, 1},
                                          RdpCurve{{2, 4, 8}, {0.01, 0.02, 0.05}},
                                          Heterogeneous{{{Gaussian{}}}, {5, 6}}};
  for (const Mechanism& mechanism : mechanisms)
    for (const std::string& accountant : accountant_catalog().accountants.names()) {
      const Ledger counted = used(mechanism, 4);
      Ledger listed = used(mechanism);
      for (int i = 0; i < 3; ++i) listed.events.push_back(listed.events.front());
      const auto a = price(accountant, counted), b = price(accountant, listed);
      CAPTURE(accountant);
      CAPTURE(std::string(name(mechanism)));
      REQUIRE(bool(a) == bool(b));
      if (a) CHECK(near(a->epsilon, b->epsilon, 1e-9));
      if (a) CHECK(a->epsilon > epsilon(accountant, used(mechanism)));
    }
}

// dp_accounting 0.6.0 returned 1.0987.
TEST_CASE("randomised response ten times is 10.985945, not 1.0987") {
  const Ledger ledger = used(Pure{std::log(3.0)}, 10, Adjacency::replace_one);
  for (const char* accountant : {"basic", "advanced", "rdp", "best"}) {
    CHECK(epsilon(accountant, ledger) >= 10.985945293646049);
    CHECK(epsilon(accountant, ledger) <= 10.987);
  }
}

// prv_accountant 17: 0.056 or 3.8 at random; dp_accounting and opacus by FFT round-off.
TEST_CASE("no upper bound dips below the truth for tiny delta") {
  CHECK(epsilon("rdp", used(poisson(0.00033, 4), 10000), 1.1e-18) >= 0.0672136141059191578);
  CHECK(epsilon("rdp", used(poisson(0.00033, 4), 10000), 1.1e-18) <= 0.1458);  // others' best order
  CHECK(epsilon("rdp", used(poisson(0.01, 1), 1000), 1e-13) >= 4.229811359148952);
  double before = 0;
  for (int exponent = 1; exponent <= 300; exponent += 7) {
    const double now = epsilon("rdp", used(poisson(0.01, 1), 1000), std::pow(10, -exponent));
    CHECK(std::isfinite(now));
    CHECK(now >= before);
    before = now;
  }
}

// prv_accountant 36 and 42, opacus 601 and 604: an error above epsilon 6.
TEST_CASE("high epsilon never fails") {
  CHECK(epsilon("rdp", used(poisson(0.2, 1), 500)) >= 38.1702472064878296);
  CHECK(epsilon("rdp", used(poisson(0.2, 1), 500)) <= 40.9416);
  CHECK(epsilon("rdp", used(poisson(0.2, 1), 10)) >= 4.984213398691348);
}

// NVIDIA-NeMo/Safe-Synthesizer 391: overflow, or a hang stopped by an alarm signal.
TEST_CASE("small noise is priced, at once") {
  CHECK(near(epsilon("gdp", used(Gaussian{0.05}), 1e-6), 294.17178625764450, 1e-10));
  for (const char* accountant : {"gdp", "rdp", "zcdp"})
    for (const double noise : {1e-3, 0.02, 1e6})
      for (const Mechanism& mechanism : {Mechanism{Gaussian{noise}}, poisson(0.01, noise)})
        if (const auto priced = price(accountant, used(mechanism, 1000000000), 1e-300)) {
          CHECK(std::isfinite(priced->epsilon));
          CHECK(priced->epsilon > 0);
        }
}

// opacus 585: -2.297 at delta = 0.9.
TEST_CASE("epsilon is never negative") {
  for (const std::string& accountant : accountant_catalog().accountants.names())
    for (const Mechanism& mechanism : {poisson(0.001, 1),
                                       Mechanism{Gaussian{100}},
                                       Mechanism{Zcdp{1e-9}},
                                       Mechanism{Pure{1e-9}}})
      if (const auto priced = price(accountant, used(mechanism), 0.9)) CHECK(priced->epsilon >= 0);
  CHECK(epsilon("rdp", used(poisson(0.001, 1)), 0.9) == 0);
}

// opacus 591: "cannot compute epsilon".
TEST_CASE("epsilon is infinite only where a real loss is") {
  CHECK(epsilon("rdp", used(NonPrivate{})) == infinity);
  CHECK(epsilon("basic", used(Approximate{1, 1e-4}), 1e-5) == infinity);
  CHECK(epsilon("rdp", used(Approximate{1, 1e-4}), 1e-5) == infinity);
  CHECK(std::isfinite(epsilon("rdp", used(Approximate{1, 1e-6}), 1e-5)));
}

// opacus 384 and 643: an unlabelled estimate below the truth, and a wrong mu at q = 1.
TEST_CASE("the CLT is labelled an estimate, and is exact without sampling") {
  const auto clt = price("gdp-clt", used(poisson(0.2, 3), 50), 1 / 48000.0);
  CHECK(clt->direction == Direction::estimate);
  CHECK(clt->epsilon < 1.960811339017101);  // the truth: an estimate may lie below it
  CHECK(epsilon("rdp", used(poisson(0.2, 3), 50), 1 / 48000.0) >= 1.960811339017101);
  CHECK(near(epsilon("gdp-clt", used(poisson(1, 0.5))), 9.9972561464343, 1e-10));
  CHECK(price("best", used(poisson(0.2, 3), 50))->direction == Direction::upper);
}

// opacus 775: a fixed bracket; autodp 2 and prv_accountant: above the target.
TEST_CASE("calibration brackets any epsilon and never overshoots") {
  for (const char* name : {"gdp", "rdp"}) {
    const auto accountant = accountant_catalog().accountants.make(name);
    for (const double wanted : {1e-6, 0.1, 10.0, 1e4}) {
      const auto ledger_at = [](double scale) { return used(Gaussian{scale}); };
      const auto scale =
          RootCalibrator(*accountant)
              .smallest_scale(
                  ledger_at,
                  {.epsilon = wanted, .delta = 1e-5, .adjacency = Adjacency::add_remove});
      CAPTURE(name);
      CAPTURE(wanted);
      REQUIRE(scale);
      CHECK(accountant->price(ledger_at(*scale), 1e-5)->epsilon <= wanted);
      CHECK(accountant->price(ledger_at(*scale), 1e-5)->epsilon >= wanted * (1 - 1e-6));
    }
  }
}

// opacus 715: which formula is it?
TEST_CASE("both central-limit formulas, and their common small-ratio limit") {
  for (const double m : {1e-6, 1e-3})
    CHECK(near(clt_poisson_squared_mu(0.01, m), clt_uniform_squared_mu(0.01, m), 2 * m));
}

// opacus 670, tensorflow/privacy 97: a fixed grid of orders.
TEST_CASE("the order is optimised, printed, and warned about at the edge") {
  CHECK(epsilon("rdp", used(Gaussian{1000})) <= 0.0040134096770715055);  // others, order 1024
  CHECK(price("rdp", used(Gaussian{1000}))->note.find("order ") == 0);
  CHECK(price("rdp", used(Gaussian{1000}))->note.find("warning") == std::string::npos);
  CHECK(price("rdp", used(RdpCurve{{2, 3}, {0.1, 0.15}}))->note.find("warning") !=
        std::string::npos);
}

// opacus 186: the oldest conversion.
TEST_CASE("three conversions of one curve in their order") {
  const Ledger ledger = used(Zcdp{0.5});
  CHECK(near(epsilon("zcdp", ledger), 5.2985259121880812, 1e-12));
  CHECK(near(epsilon("rdp-mironov", ledger), 5.2985259121880812, 1e-9));
  CHECK(near(epsilon("rdp", ledger), 4.7283869849433139, 1e-10));
}

// opacus 49: a division by zero.
TEST_CASE("order 1 is the KL divergence, and nothing divides by zero near it") {
  CHECK(near(laplace_divergence(1, 1), std::exp(-1.0), 1e-14));
  CHECK(near(laplace_divergence(1, 1.0001), 0.36791230986156364, 1e-13));
  CHECK(near(pure_divergence(1, 1), std::tanh(0.5), 1e-15));
  for (const double step : {1e-12, 1e-9, 1e-6})
    for (const double eps : {1e-6, 0.1, 1.0, 30.0}) {
      CHECK(near(laplace_divergence(eps, 1 + step), laplace_divergence(eps, 1), 1e-4));
      CHECK(near(pure_divergence(eps, 1 + step), pure_divergence(eps, 1), 1e-4));
    }
  const auto kl = testing::renyi_divergence(poisson(0.1, 1), Adjacency::add_remove, 1);
  CHECK(*kl > 0);
}

// tensorflow/privacy 166: a true 0 reported as suspicious.
TEST_CASE("epsilon is 0 exactly if the total variation is at most delta") {
  const double total_variation = std::exp(log_gdp_delta(0, 0.1));
  CHECK(epsilon("gdp", used(Gaussian{10}), total_variation * (1 + 1e-9)) == 0);
  CHECK(epsilon("gdp", used(Gaussian{10}), total_variation * (1 - 1e-9)) > 0);
}

// opacus 80, tensorflow/privacy 483, autodp 3, jax_privacy 84: all priced as Poisson.
TEST_CASE("fixed-size and shuffled batches are never priced as Poisson") {
  const Ledger fixed = used(uniform_sample(256, 60000, 1.1), 14063, Adjacency::replace_one);
  CHECK(epsilon("rdp", fixed) >= 14.718);  // attained; Poisson accounting says 2.38
  CHECK_FALSE(price("rdp", used(uniform_sample(256, 60000, 1.1))));
  CHECK_FALSE(price("rdp", used(Shuffled{1000, 1}, 1, Adjacency::replace_one)));
  CHECK_FALSE(price("rdp", used(PoissonSampled{0.1, {{Shuffled{1000, 1}}}})));
}

// autodp 33: refused without a reason.
TEST_CASE("sampling without replacement under add_remove names the alternatives") {
  const auto refused = price("rdp", used(uniform_sample(10, 100, 1)));
  REQUIRE_FALSE(refused);
  CHECK(refused.skip().reason.find("use replace_one, or poisson_sampled under add_remove") !=
        std::string::npos);
}

// jax_privacy 337: falls back to Renyi orders.
TEST_CASE("without replacement has its own bound, far below the fallback of others") {
  const Ledger ledger = used(uniform_sample(10, 1000, 2), 1000, Adjacency::replace_one);
  CHECK(epsilon("rdp", ledger) >= 1.8282);
  CHECK(epsilon("rdp", ledger) < 0.7 * 3.576111482350549);
}

// autodp 34: atoms break the transform.
TEST_CASE("subsampled Laplace noise is priced") {
  const Ledger ledger = used(PoissonSampled{0.01, {{Laplace{1}}}}, 100);
  const double one = std::log1p(0.01 * std::expm1(1.0));
  CHECK(near(epsilon("basic", ledger), 100 * one, 1e-12));
  CHECK(epsilon("rdp", ledger) < epsilon("basic", ledger));
  const Ledger fixed =
      used(SampledWithoutReplacement{1, 100, {{Laplace{2}}}}, 100, Adjacency::replace_one);
  CHECK(near(epsilon("basic", fixed), 100 * one, 1e-12));  // sensitivity 2 over scale 2
}

// google/differential-privacy 430: NaN.
TEST_CASE("no NaN for epsilon above 709") {
  CHECK(near(std::exp(log_gdp_delta(800, 1 / 0.03)), 9.1656116669457835e-14, 1e-9));
  CHECK(std::isfinite(epsilon("gdp", used(Gaussian{0.001}))));
  CHECK(epsilon("basic", used(Pure{1e4})) >= 1e4);
  CHECK(epsilon("advanced", used(Pure{1e4}, 3)) >= 3e4);
}

// dp_accounting 0.6.0: OverflowError at 10^4 steps, 4.4 where 4.3068 is valid.
TEST_CASE("advanced composition neither overflows nor rounds to a lattice") {
  CHECK(near(epsilon("advanced", used(Pure{0.01}, 10000), 1e-6), 5.7565176031019316, 1e-10));
  CHECK(near(epsilon("advanced", used(Pure{0.1}, 100)), 5.2981096617668809, 1e-10));
}

// tensorflow/privacy 104, opacus 753: which of the two is it?
TEST_CASE("only the ratio of noise and sensitivity counts") {
  for (const char* accountant : {"gdp", "rdp", "zcdp"})
    for (const double c : {1e-3, 7.0})
      CHECK(near(epsilon(accountant, used(Gaussian{2 * c, c})),
                 epsilon(accountant, used(Gaussian{2})),
                 1e-12));
}

// tensorflow/privacy 132: a noise of its own for every step.
TEST_CASE("a million different steps are one event") {
  Heterogeneous steps{.inner = {{Gaussian{}}}};
  Heterogeneous laplace{.inner = {{Laplace{}}}};
  double mu_squared = 0;
  for (int t = 0; t < 1000000; ++t) {
    const double noise = 1000 + 0.001 * t;
    steps.noise_multiplier.push_back(noise);
    laplace.noise_multiplier.push_back(noise);
    mu_squared += 1 / (noise * noise);
  }
  CHECK(near(epsilon("gdp", used(steps)), gdp_epsilon(std::sqrt(mu_squared), 1e-5), 1e-9));
  CHECK(epsilon("rdp", used(steps)) >= epsilon("gdp", used(steps)));
  CHECK(epsilon("rdp", used(laplace)) < epsilon("heterogeneous", used(laplace)));
}

// lxuechen/private-transformers 19: NaN.
TEST_CASE("no steps cost nothing") {
  for (const std::string& accountant : accountant_catalog().accountants.names()) {
    const auto priced = price(accountant, Ledger{});
    CAPTURE(accountant);
    if (priced) CHECK(priced->epsilon == 0);
    for (const double delta : {0.0, 1.0, -1.0, std::nan("")})
      CHECK_THROWS_AS((void)price(accountant, Ledger{}, delta), ConfigError);
  }
}

// opendp 2911: a mechanism that is only epsilon-DP declared as bounded range.
TEST_CASE("a pure mechanism is eps^2/2-zCDP, not eps^2/8") {
  CHECK(near(*zcdp_rho(Pure{0.1}, Adjacency::add_remove), 0.005, 1e-14));
}

// opendp 621: negative.
TEST_CASE("zCDP near delta = 1 is clamped at 0") {
  CHECK(epsilon("rdp", used(Zcdp{0.005}), 0.5) == 0);
}

// opendp 343, 2802 and 2820: rounding in the unsafe direction.
TEST_CASE("every accountant rounds against the user") {
  // rho + 2 sqrt(rho log(1/delta)) and k eps are exact to a rounding: ours must not be below.
  Stream stream({3, 8});
  for (int trial = 0; trial < 1000; ++trial) {
    const double x = stream.uniform() * 3;
    const auto exact = static_cast<long double>(x);
    CHECK(static_cast<long double>(epsilon("basic", used(Pure{x}, 7))) >= 7 * exact);
    CHECK(static_cast<long double>(epsilon("zcdp", used(Zcdp{x}))) >=
          exact + 2 * std::sqrt(exact * -std::log(1e-5L)));
  }
}

// opendp 2009: epsilon rose with delta.
TEST_CASE("epsilon falls with delta in every accountant") {
  const std::vector<Ledger> ledgers{
      used(Gaussian{2}, 10),
      used(poisson(0.05, 1), 50),
      used(uniform_sample(5, 100, 2), 50, Adjacency::replace_one),
      used(Approximate{0.3, 1e-13}, 20),
      used(Shuffled{500, 2}, 1, Adjacency::replace_one),
      used(NoisyIteration{NamedSchedule{"ma2022",
                                        {{"updates", 99}, {"step_sensitivity", 1}, {"beta0", 1}}}},
           1,
           Adjacency::replace_one)};
  for (const Ledger& ledger : ledgers)
    for (const std::string& accountant : accountant_catalog().accountants.names()) {
      double before = infinity;
      for (int step = -22; step < 0; ++step) {
        const auto priced = price(accountant, ledger, std::pow(10, 0.5 * step));
        if (!priced) break;
        CAPTURE(accountant);
        CHECK(priced->epsilon <= before * (1 + 1e-8));
        before = priced->epsilon;
      }
    }
}

}  // namespace dpsco
