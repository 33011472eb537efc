#include <cmath>
#include <limits>
#include <stdexcept>

#include <doctest/doctest.h>

#include "framework/core/check.hpp"
#include "framework/core/special.hpp"
#include "framework/problem/losses/losses.hpp"
#include "framework/testing/near.hpp"
#include "privacy/accountants/gdp.hpp"
#include "privacy/audit/audit.hpp"
#include "privacy/audit/audit_loss.hpp"
#include "privacy/audit/yardsticks.hpp"

namespace dpsco {

namespace {

/// Releases the mean gradient at 0 plus Gaussian noise of `share` times what the ledger says, round
/// after round.
struct NoisyMeanPlan final : Plan {
  using Plan::Plan;
  double sigma = 1;
  std::int64_t rounds = 1;
  bool throws = false;

  Solution run(const Problem& problem, RunContext& context) const override {
    if (throws) throw std::runtime_error("no output today");
    const auto d = std::size_t(problem.data.dimension());
    Stream noise = context.stream(Purpose::noise);
    Solution out{.w = std::vector<double>(d, 0.0)};
    for (std::int64_t round = 1; round <= rounds; ++round) {
      std::vector<double> g(d, 0.0);
      problem.data.with_rows([&](const auto& rows) {
        for (Index i = 0; i < rows.n; ++i)
          add(problem.loss->slope(0, problem.data.y[std::size_t(i)]) / double(problem.facts.n),
              rows.row(i),
              std::span(g));
      });
      noise.scale_and_add_normals(g, 1, sigma);
      if (context.wants(round)) context.look({.round = round, .iterates = g});
      for (std::size_t j = 0; j < d; ++j) out.w[j] = g[j];
      ++out.gradients;
    }
    return out;
  }
};

struct NoisyMean final : Algorithm {
  double share = 1;
  std::int64_t rounds = 1;
  bool throws = false;
  static constexpr Card card{.name = "noisy-mean",
                             .doc = "mean gradient plus noise, for tests",
                             .privacy = "(epsilon, delta)-DP",
                             .adjacencies = "replace_one zero_out add_remove"};

  Outcome<std::shared_ptr<const Plan>> plan(const Facts& facts,
                                            const Budget& budget) const override {
    const auto ledger_at = [&](double z) {
      return Ledger{.adjacency = budget.target.adjacency,
                    .events = {{Gaussian{.noise_multiplier = z}, rounds}}};
    };
    const auto z = budget.calibrator->smallest_scale(ledger_at, budget.target);
    if (!z) return z.skip();
    auto plan = std::make_shared<NoisyMeanPlan>(ledger_at(*z));
    plan->sigma = share * *z * facts.G() / double(facts.n);
    plan->rounds = rounds;
    plan->throws = throws;
    return {std::move(plan)};
  }
};

const GdpAccountant gdp;
const NamedAccountant by_gdp[] = {{"gdp", &gdp}};

EpsilonBound audited(const NoisyMean& method, std::int64_t runs, AuditSetting setting = {}) {
  setting.delta = 1e-2;
  const auto audit = prepare_audit(method, NoisyMean::card, by_gdp, setting);
  REQUIRE(audit);
  CHECK(near(audit->claim, setting.epsilon, 1e-6));
  return play_audit(*audit, runs, setting.threads, {.delta = setting.delta, .comparisons = 10});
}

}  // namespace

TEST_CASE("the audit's loss is convex, its slopes are within G and its constants hold") {
  for (const double width : {0.1, 1.0, 1e3}) {
    AuditLoss loss;
    loss.width = width;
    const LossConstants constants = loss.constants({.row_norm = 1});
    for (const double y : {-1.0, 0.0, 1.0, 3.0})
      for (int k = -80; k < 80; ++k) {
        const double a = 0.037 * k, h = 1e-6;
        CHECK(std::abs(loss.slope(a, y)) <= constants.lipschitz);
        CHECK(loss.curvature(a, y) <= constants.smoothness * (1 + 1e-12));
        CHECK(loss.slope(a + 0.037, y) >= loss.slope(a, y));
        CHECK(loss.value(a, y) >= 0);
        // Near `reach` a double resolves 1e-7: only the pulling side can be differenced.
        if (std::abs(y) != 1)
          CHECK(std::abs((loss.value(a + h, y) - loss.value(a - h, y)) / (2 * h) -
                         loss.slope(a, y)) < 1e-5 / std::min(1.0, width));
      }
    CHECK(loss.slope(5, 1) == -1);
    CHECK(loss.slope(AuditLoss::reach + 2 * width, 1) == 0);
  }
}

TEST_CASE("neighbours differ in one record, whose gradient is as large as G allows") {
  for (const Adjacency adjacency :
       {Adjacency::replace_one, Adjacency::zero_out, Adjacency::add_remove}) {
    const Arrangement arrangement{.n = 5, .d = 3, .others = Others::opposite};
    const Neighbours pair = make_neighbours(arrangement, adjacency, 2);
    CHECK(pair.here.data.size() == 5);
    CHECK(pair.there.data.size() == (adjacency == Adjacency::add_remove ? 4 : 5));
    CHECK(pair.there.facts.n == 5);
    std::vector<double> difference(3, 0.0);
    const auto collect = [&](const Problem& problem, double sign) {
      problem.data.with_rows([&](const auto& rows) {
        for (Index i = 0; i < rows.n; ++i)
          add(sign * problem.loss->slope(0.5, problem.data.y[std::size_t(i)]),
              rows.row(i),
              std::span(difference));
      });
    };
    collect(pair.here, 1);
    collect(pair.there, -1);
    const double factor = adjacency == Adjacency::replace_one ? 2 : 1;
    CHECK(near(norm(difference), factor * pair.here.facts.G(), 1e-12));
  }
}

TEST_CASE("a discriminant finds the combination in which noise cancels") {
  // Two features with the same large noise; their difference shifts by a hundredth of it.
  Views here{.runs = 500, .features = 2}, there = here;
  Stream stream({3, 1});
  std::vector<double> z(2000);
  stream.normals(z);
  for (std::size_t r = 0; r < 500; ++r) {
    here.values.insert(here.values.end(), {z[4 * r] + 0.01, z[4 * r] + 1e-3 * z[4 * r + 1]});
    there.values.insert(there.values.end(), {z[4 * r + 2], z[4 * r + 2] + 1e-3 * z[4 * r + 3]});
  }
  const Discriminant found = learn_discriminant(here, there, 8);
  CHECK(found.separation > 8);
  CHECK(near(found.weights[0], -found.weights[1], 0.01));
  // A feature without any spread decides alone; without a difference there is nothing to weigh.
  for (std::size_t r = 0; r < 500; ++r) here.values[2 * r] = 2, there.values[2 * r] = 1;
  CHECK(std::isinf(learn_discriminant(here, there, 8).separation));
  CHECK(learn_discriminant(here, here, 8).separation == 0);
}

TEST_CASE("audit of a method: honest noise passes near its claim, two thirds of it are caught") {
  NoisyMean method;
  const double honest = audited(method, 200000).epsilon;
  CHECK(honest <= 1);
  CHECK(honest >= 0.6);
  method.share = 0.6;
  CHECK(audited(method, 200000).epsilon > 1);
  method.share = 0;
  CHECK(audited(method, 2000).epsilon > 2);
}

TEST_CASE("audit of a method: every adjacency, and only those of the card") {
  for (const Adjacency adjacency : {Adjacency::zero_out, Adjacency::add_remove}) {
    NoisyMean method;
    CHECK(audited(method, 20000, {.adjacency = adjacency}).epsilon <= 1);
    method.share = 0.4;
    CHECK(audited(method, 20000, {.adjacency = adjacency}).epsilon > 1);
  }
  Card narrow = NoisyMean::card;
  narrow.adjacencies = "zero_out";
  const auto uncovered =
      prepare_audit(NoisyMean{}, narrow, by_gdp, {.adjacency = Adjacency::replace_one});
  REQUIRE_FALSE(uncovered);
  CHECK(uncovered.skip().reason == "makes no claim under replace_one: its card covers zero_out");
  CHECK_THROWS_AS((void)prepare_audit(NoisyMean{}, narrow, by_gdp, {.delta = 0}), ConfigError);
}

TEST_CASE("audit of a method: rounds that the ledger protects are seen") {
  // Ten rounds: the last alone would give a third of what they give together.
  NoisyMean method;
  method.rounds = 10;
  const double all = audited(method, 100000).epsilon;
  CHECK(all >= 0.5);
  CHECK(all <= 1);
}

TEST_CASE("audit of a method: the same bits for 1, 2 and 3 threads, other bits for other seeds" *
          doctest::test_suite("graph")) {
  NoisyMean method;
  method.rounds = 3;
  const EpsilonBound one = audited(method, 5000);
  for (const int threads : {2, 3}) {
    const EpsilonBound many = audited(method, 5000, {.threads = threads});
    CHECK(many.epsilon == one.epsilon);
    CHECK(many.threshold == one.threshold);
  }
  CHECK(audited(method, 5000, {.seed = 2}).threshold != one.threshold);
  const AuditTerms terms{.delta = 1e-5};
  CHECK(gaussian_yardstick(1, terms, 200000, 4, 3).epsilon ==
        gaussian_yardstick(1, terms, 200000, 4, 1).epsilon);
}

TEST_CASE("audit of a method: what can't be audited says why") {
  Card open = NoisyMean::card;
  open.privacy = {};
  const auto no_claim = prepare_audit(NoisyMean{}, open, by_gdp, {});
  REQUIRE_FALSE(no_claim);
  CHECK(no_claim.skip().reason == "claims no privacy");
  NoisyMean broken;
  broken.throws = true;
  CHECK_FALSE(prepare_audit(broken, NoisyMean::card, by_gdp, {}));
}

TEST_CASE("secret choices and protected releases are read off the ledger") {
  const Event gaussian{Gaussian{.noise_multiplier = 1}, 3};
  const Event sampled{PoissonSampled{.sampling_rate = 0.1, .inner = {gaussian}}, 2};
  const Event steps{Heterogeneous{.inner = {sampled}, .noise_multiplier = {1, 2, 3}}, 1};
  CHECK_FALSE(rests_on_secret_choices({.events = {gaussian}}));
  CHECK(rests_on_secret_choices({.events = {gaussian, sampled}}));
  CHECK(rests_on_secret_choices({.events = {steps}}));
  CHECK(protected_releases({.events = {gaussian, sampled}}) == 5);
  CHECK(protected_releases({.events = {steps}}) == 3);
  CHECK(protected_releases({.events = {gaussian, {NoisyIteration{}}}}) == 0);
}

TEST_CASE("yardstick: a million draws of the Gaussian mechanism show .6 of its epsilon, not more") {
  const AuditTerms terms{.delta = 1e-5, .comparisons = 30};
  const double found = gaussian_yardstick(1, terms, 1000000, 4, 1).epsilon;
  CHECK(found >= 0.55);
  CHECK(found <= 1);
}

TEST_CASE("exact densities: output perturbation costs its mu-GDP epsilon to four digits") {
  const Target target{1, 1e-5, Adjacency::replace_one};
  const double shift = 2 / (32 * 0.1);
  const PerturbedRelease release{.Lambda = 0.1, .noise = {.scale = shift / gdp_mu(1, 1e-5)}};
  const DensityAudit exact = density_audit(release, 32, 1e3, target);
  CHECK(exact.epsilon <= 1);
  CHECK(exact.epsilon >= 0.9999);
  PerturbedRelease half = release;
  half.noise.scale /= 2;
  CHECK(near(
      density_audit(half, 32, 1e3, target).epsilon, gdp_epsilon(2 * gdp_mu(1, 1e-5), 1e-5), 1e-4));
}

TEST_CASE(
    "exact densities: objective perturbation reaches its pure loss, slope and Jacobian together") {
  // Exponential noise of rate r on the sum of gradients, L = 1: r 2 G + log(1 + L/(n Lambda)).
  const Target target{1, 1e-5, Adjacency::replace_one};
  const PerturbedRelease release{.kind = PerturbedRelease::Kind::objective,
                                 .Lambda = 0.125,
                                 .noise = {.kind = NoiseLaw::Kind::exponential_l2, .scale = 4}};
  const double loss = 2.0 / 4 + std::log1p(1 / (32 * 0.125));
  const DensityAudit exact = density_audit(release, 32, 1, target, true);
  CHECK(exact.epsilon <= loss * (1 + 1e-9));
  CHECK(exact.epsilon >= 0.999 * loss);
}

}  // namespace dpsco
