// Loss laws, their discretisation and composition, against closed forms and exact sums.
#include <cmath>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "framework/core/check.hpp"
#include "framework/core/special.hpp"
#include "framework/testing/near.hpp"
#include "privacy/numeric/loss_law_makers.hpp"
#include "privacy/numeric/loss_law_quadrature.hpp"
#include "privacy/numeric/pld_bracket.hpp"

namespace dpsco {

namespace {

struct Named {
  std::string name;
  LossLaw law;
  double q_mass = 1;  ///< Q of the outputs that P can give
};

std::vector<Named> every_law() {
  const double epsilon[] = {0, 0.5, 1, 2}, delta[] = {0.4, 0.2, 0.05, 1e-3};
  std::vector<Named> laws{{"gaussian", gaussian_law(1.3)},
                          {"weak gaussian", gaussian_law(1e-5)},
                          {"strong gaussian", gaussian_law(8)},
                          {"laplace", laplace_law(0.8)},
                          {"pure", pure_law(1.5)},
                          {"approximate", approximate_law(0.7, 1e-3), 1 - 1e-3},
                          {"profile", profile_law(epsilon, delta), 1 - 1e-3}};
  for (const double rate : {1e-4, 0.01, 0.4}) {
    for (const LossLaw& base : {gaussian_law(0.5), gaussian_law(6), laplace_law(2), pure_law(1)}) {
      laws.push_back({"poisson remove", poisson_remove_law(base, rate)});
      laws.push_back({"poisson add", poisson_add_law(base, rate)});
      laws.push_back({"without replacement", without_replacement_law(base, rate)});
    }
    laws.push_back({"opposite", poisson_opposite_law(1.2, rate)});
    // Of P1's lost outputs P holds q, and Q none; of P0's, P holds 1-q and Q all.
    laws.push_back({"remove, losing", poisson_remove_law(approximate_law(1, 1e-2), rate)});
    laws.push_back(
        {"add, losing", poisson_add_law(approximate_law(1, 1e-2), rate), 1 - rate * 1e-2});
    const LossLaw losing = without_replacement_law(approximate_law(1, 1e-2), rate);
    laws.push_back({"without replacement, losing", losing, 1 - rate * 1e-2});
  }
  return laws;
}

double span(const LossLaw& law) {
  double low = 0, high = 0;
  for (const Segment& segment : law.segments) {
    const Segment finite = trim(segment, -60, -3000).segment;
    low = std::min(low, loss(finite, finite.low));
    high = std::max(high, loss(finite, finite.high));
  }
  for (const Atom& atom : law.atoms) {
    low = std::min(low, atom.loss);
    high = std::max(high, atom.loss);
  }
  return high - low;
}

struct Sums {
  double p = 0, q = 0;
};
Sums sums(const LatticeLaw& law, Lattice lattice) {
  Sums sums{.p = law.infinite_mass};
  for (std::size_t i = 0; i < law.mass.size(); ++i) {
    sums.p += law.mass[i];
    sums.q += law.mass[i] *
              std::exp(-lattice.offset - double(law.first + std::int64_t(i)) * lattice.step);
  }
  return sums;
}

double epsilon_above(const std::vector<RepeatedLaw>& laws, double delta) {
  return pld_bracket(laws, std::log(delta)).upper.epsilon(std::log(delta));
}

/// Exact delta(epsilon) of n-fold randomised response: binomial sums in long double.
long double randomised_response_delta(long double epsilon0, int n, long double epsilon) {
  long double sum = 0;
  const long double p = 1 / (1 + std::exp(-epsilon0));
  for (int k = 0; k <= n; ++k) {
    const long double l = (2 * k - n) * epsilon0;
    if (l <= epsilon) continue;
    const long double log_mass =
        std::lgamma((long double)(n + 1)) - std::lgamma((long double)(k + 1)) -
        std::lgamma((long double)(n - k + 1)) + k * std::log(p) + (n - k) * std::log1p(-p);
    sum += std::exp(log_mass) * -std::expm1(epsilon - l);
  }
  return sum;
}

}  // namespace

TEST_CASE(
    "loss laws: P has mass 1 and Q at most 1, kept by the upper law, not raised by the lower") {
  for (const Named& named : every_law()) {
    CAPTURE(named.name);
    for (const int cells : {50, 1000}) {
      const double step = span(named.law) / cells;
      const Lattice lattice{.offset = named.law.atoms.empty() ? 0 : named.law.atoms[0].loss,
                            .step = step};
      const HalfCells half =
          half_cells(named.law, lattice, {}, {.log_top = -60, .log_bottom = -3000});
      const Sums above = sums(upper_law(half, lattice, {}), lattice);
      const Sums beneath = sums(lower_law(half, lattice, {}), lattice);
      CHECK(near(above.p, 1, 1e-11));
      CHECK(near(above.q, named.q_mass, 1e-9));
      CHECK(above.q <= 1 + 1e-9);
      CHECK(beneath.p <= 1);
      CHECK(near(beneath.p, 1, 1e-11));
      CHECK(beneath.q >= named.q_mass * (1 - 1e-9));
    }
  }
}

TEST_CASE("loss laws: base_loss inverts loss in every view") {
  const auto views = {Segment::View::remove, Segment::View::add, Segment::View::replace};
  for (const auto view : views)
    for (const double q : {1e-6, 0.01, 0.9}) {
      const Segment segment{.view = view, .scale = 1.7, .q = q};
      for (int i = 0; i < 103; ++i) {
        const double l = loss(segment, -8 + 0.37 * i);
        CHECK(std::abs(loss(segment, base_loss(segment, l)) - l) <= 1e-15 * (1 + std::abs(l)));
      }
    }
}

TEST_CASE("loss laws: a profile of one point is randomised response with a loss") {
  const double epsilon[] = {0.7}, delta[] = {1e-3};
  const LossLaw profile = profile_law(epsilon, delta), expected = approximate_law(0.7, 1e-3);
  CHECK(profile.infinite_mass == expected.infinite_mass);
  for (const Atom& atom : profile.atoms) {
    const Atom& twin = expected.atoms[atom.loss > 0 ? 1 : 0];
    CHECK(near(atom.loss, twin.loss, 1e-15));
    CHECK(near(atom.log_mass, twin.log_mass, 1e-13));
  }
  CHECK_THROWS_AS(profile_law({}, {}), ConfigError);
  CHECK_THROWS_AS(profile_law(epsilon, {}), ConfigError);
}

TEST_CASE("loss laws: a profile's pair has delta_i at every epsilon_i that binds") {
  const double epsilon[] = {0, 0.5, 1, 2}, delta[] = {0.4, 0.2, 0.05, 1e-3};
  const std::vector<RepeatedLaw> once{{profile_law(epsilon, delta), 1}};
  const PldBracket bracket = pld_bracket(once, std::log(0.05));
  for (int i = 0; i < 4; ++i) {
    const double exact = std::log(delta[i]);
    CHECK(bracket.lower.log_delta(epsilon[i]) <= exact + 1e-12);
    CHECK(bracket.upper.log_delta(epsilon[i]) <= exact + 1e-4);
  }
  CHECK(near(bracket.upper.log_delta(1), std::log(0.05), 1e-4));
}

// Generator: shared reference table (mpmath, 90 digits).
TEST_CASE("a single use: closed forms of delta lie in the bracket, and near") {
  struct Row {
    LossLaw law;
    double epsilon, delta;
  };
  const Row rows[] = {
      {gaussian_law(1), 0, 0.38292492254802620728},
      {gaussian_law(1), 5, 5.7937216919194941042e-7},
      {gaussian_law(1), 10, 9.8127058268469559492e-23},
      {gaussian_law(1), 30, 4.7093263180975221969e-193},
      {gaussian_law(0.01), 0, 0.0039894061814816445988},
      {gaussian_law(1 / 0.03), 800, 9.1656116669457835604e-14},
      {gaussian_law(1000), 500500, 0.30818564969545033639},
      {laplace_law(1), 0.5, 0.22119921692859513175},
      {laplace_law(1), 0, 0.39346934028736657640},
      {poisson_remove_law(gaussian_law(1), 0.01), 0, 0.0038292492254802620728},
      {poisson_remove_law(gaussian_law(1), 0.01), 0.1, 7.2900376957612265484e-5},
      {poisson_remove_law(gaussian_law(2), 0.5), 1, 0.21049559428487342691},
      {poisson_add_law(gaussian_law(2), 0.5), 0.5, 0.072170040151230301004},
      {poisson_remove_law(gaussian_law(1 / 0.3), 1e-3), 2, 1.1229359727024142883e-4},
      {poisson_remove_law(gaussian_law(0.5), 0.1), -0.05, 0.050241162866567797968}};
  for (const Row& row : rows) {
    CAPTURE(row.epsilon);
    CAPTURE(row.delta);
    const double exact = std::log(row.delta);
    const std::vector<RepeatedLaw> once{{row.law, 1}};
    const PldBracket bracket = pld_bracket(once, exact, {.accuracy = 1e-7});
    CHECK(bracket.lower.log_delta(row.epsilon) <= exact + 1e-14);
    CHECK(bracket.upper.log_delta(row.epsilon) >= exact - 1e-14);
    CHECK(bracket.upper.log_delta(row.epsilon) - bracket.lower.log_delta(row.epsilon) < 1e-3);
  }
}

TEST_CASE("composition: Gaussian steps give the Gaussian curve, from delta 0.3 to 1e-300") {
  for (const double delta : {0.3, 1e-3, 1e-10, 1e-40, 1e-300}) {
    CAPTURE(delta);
    const std::vector<RepeatedLaw> steps{{gaussian_law(0.1), 50}, {gaussian_law(0.05), 200}};
    const double exact = gdp_epsilon(1, delta);
    const PldBracket bracket = pld_bracket(steps, std::log(delta));
    CHECK(bracket.lower.epsilon(std::log(delta)) <= exact);
    CHECK(bracket.upper.epsilon(std::log(delta)) >= exact * (1 - 1e-13));
    CHECK(near(bracket.upper.epsilon(std::log(delta)), exact, 3e-5));
    CHECK(near(bracket.lower.epsilon(std::log(delta)), exact, 3e-5));
  }
}

TEST_CASE("composition: the whole curve of randomised response lies in the bracket") {
  const std::vector<RepeatedLaw> laws{{pure_law(0.1), 400}};
  const PldBracket bracket = pld_bracket(laws, std::log(1e-6));
  for (int i = 0; i < 87; ++i) {
    const double epsilon = 0.173 * i;
    const auto exact = double(std::log(randomised_response_delta(0.1L, 400, epsilon)));
    CHECK(bracket.lower.log_delta(epsilon) <= exact + 1e-12 * std::abs(exact));
    CHECK(bracket.upper.log_delta(epsilon) >= exact - 1e-12 * std::abs(exact));
    if (exact > -30 && exact < -3) {
      CHECK(near(bracket.lower.log_delta(epsilon), exact, 1e-9));
      CHECK(near(bracket.upper.log_delta(epsilon), exact, 1e-9));
    }
  }
}

TEST_CASE("composition: masses lie within the stated error of exact ones") {
  // 4096 uses of an atom pair on the lattice: the tilted masses are binomial.
  const std::vector<RepeatedLaw> laws{{pure_law(0.02), 4096}};
  const PldPlan plan = plan_pld(laws, std::log(1e-8), {});
  const HalfCells cells = half_cells(laws[0].law, plan.lattices[0], plan.tilts[0], plan.tails);
  const LatticeLaw law = upper_law(cells, plan.lattices[0], plan.tilts[0]);
  const std::int64_t count[] = {4096};
  const TiltedSum sum = compose({&law, 1}, count, plan);
  REQUIRE(law.mass.size() == 2);
  const long double down = law.mass[0], up = law.mass[1];
  long double largest = 0, wrong = 0;
  for (std::size_t i = 0; i < sum.mass.size(); ++i) {
    const auto index =
        std::llround((sum.origin + double(i) * sum.step -
                      4096 * (plan.lattices[0].offset + double(law.first) * sum.step)) /
                     sum.step);
    if (index < 0 || index > 4096) continue;
    const auto k = (long double)index;
    const long double exact =
        std::exp(std::lgamma(4097.0L) - std::lgamma(k + 1) - std::lgamma(4097 - k) +
                 k * std::log(up) + (4096 - k) * std::log(down));
    largest = std::max(largest, exact);
    wrong = std::max(wrong, std::abs(exact - sum.mass[i]));
  }
  CHECK(double(wrong) <= sum.error + sum.above + sum.below);
  CHECK(sum.error < 1e-8 * double(largest));
}

TEST_CASE("composition: a finer lattice gives a bracket inside the coarser one") {
  const std::vector<RepeatedLaw> laws{{poisson_remove_law(gaussian_law(1), 0.05), 300}};
  const double log_delta = std::log(1e-6);
  double low = 0, high = 1e9;
  for (const double accuracy : {1e-2, 1e-3, 1e-4, 1e-5}) {
    const PldBracket bracket = pld_bracket(laws, log_delta, {.accuracy = accuracy});
    CHECK(bracket.lower.epsilon(log_delta) > low);
    CHECK(bracket.upper.epsilon(log_delta) < high);
    low = bracket.lower.epsilon(log_delta);
    high = bracket.upper.epsilon(log_delta);
  }
  CHECK(low < high);
  CHECK(near(low, high, 3e-5));
}

TEST_CASE("composition: a count is that many laws, and their order does not matter") {
  const LossLaw a = poisson_remove_law(gaussian_law(0.8), 0.1), b = laplace_law(0.3);
  const std::vector<RepeatedLaw> counted{{a, 6}, {b, 4}};
  const std::vector<RepeatedLaw> single{
      {b, 1}, {a, 1}, {b, 1}, {a, 1}, {a, 1}, {a, 1}, {b, 1}, {a, 1}, {b, 1}, {a, 1}};
  // The lattices may differ in their offsets only, so both agree to the lattice's own error.
  CHECK(near(epsilon_above(counted, 1e-6), epsilon_above({{b, 4}, {a, 6}}, 1e-6), 1e-9));
  CHECK(near(epsilon_above(counted, 1e-6), epsilon_above(single, 1e-6), 1e-9));
}

TEST_CASE("composition: lost mass composes, and below it epsilon is infinite") {
  const std::vector<RepeatedLaw> laws{{approximate_law(0.1, 1e-6), 100}};
  const double lost = -std::expm1(100 * std::log1p(-1e-6));
  CHECK(std::isinf(epsilon_above(laws, lost * 0.999)));
  CHECK(std::isfinite(epsilon_above(laws, lost * 1.001)));
  const PldBracket bracket = pld_bracket(laws, std::log(1e-5));
  CHECK(std::isinf(bracket.lower.epsilon(std::log(lost * 0.999))));
}

}  // namespace dpsco
