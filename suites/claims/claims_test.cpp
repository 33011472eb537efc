// The claims ledger: every row says what its numbers say, every guard exists, the document is the
// program's output, and the numbers are those of independent programs.
#include <cmath>
#include <fstream>
#include <set>
#include <sstream>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "framework/testing/near.hpp"
#include "suites/claims/claim.hpp"
#include "suites/claims/experiments.hpp"

namespace dpsco {

namespace {

std::string text_of(const std::string& file) {
  std::ifstream in(std::string(DPSCO_SOURCE_DIR "/") + file);
  std::ostringstream all;
  all << in.rdbuf();
  return all.str();
}

/// Names of the doctest cases in a source text: adjacent string literals are joined.
std::set<std::string> cases(const std::string& source) {
  std::set<std::string> names;
  for (std::size_t at = source.find("TEST_CASE("); at != std::string::npos;
       at = source.find("TEST_CASE(", at + 1)) {
    std::string name;
    bool inside = false;
    for (std::size_t i = at + 10; i < source.size(); ++i) {
      const char c = source[i];
      if (inside && c == '\\') {
        name += source[++i];
      } else if (c == '"') {
        inside = !inside;
      } else if (inside) {
        name += c;
      } else if (c == ')' || c == '*') {
        break;
      }
    }
    names.insert(name);
  }
  return names;
}

const std::vector<ClaimPart>& all() {
  static const std::vector<ClaimPart> parts = all_claims();
  return parts;
}

/// The value of a row's number, by statement and by the start of its description.
double number(const std::string& statement, const std::string& start) {
  for (const ClaimPart& part : all())
    for (const Claim& claim : part.claims)
      if (claim.statement == statement)
        for (const Check& check : claim.evidence)
          if (check.what.rfind(start, 0) == 0) return check.value;
  FAIL("no number '", start, "' in '", statement, "'");
  return 0;
}

}  // namespace

TEST_CASE("claims: every number is as its row says, and a verdict follows from its numbers") {
  CHECK(broken_claims(all()) == "");
  for (const ClaimPart& part : all())
    for (const Claim& claim : part.claims) {
      CAPTURE(claim.statement);
      REQUIRE_FALSE(claim.evidence.empty());
      int unmet = 0, met = 0;
      for (const Check& check : claim.evidence) {
        CAPTURE(check.what);
        CHECK(std::isfinite(check.value));
        ++(check.met ? met : unmet);
      }
      // What holds has nothing against it; what was corrected has both; what fails has a witness.
      if (claim.verdict == Standing::holds) CHECK(unmet == 0);
      if (claim.verdict == Standing::corrected) {
        CHECK(unmet > 0);
        CHECK(met > 0);
      }
      if (claim.verdict == Standing::fails || claim.verdict == Standing::fact) CHECK(unmet > 0);
    }
}

TEST_CASE("claims: a number on the wrong side is named, NaN too") {
  std::vector<ClaimPart> parts{
      {.title = "part",
       .claims = {{.statement = "one", .evidence = {{.what = "x", .value = 2, .limit = 1}}}}}};
  CHECK(broken_claims(parts) == "part, one: x: 2 (is not <= 1), and the row says that it is\n");
  Check& check = parts[0].claims[0].evidence[0];
  check.met = false;
  CHECK(broken_claims(parts) == "");
  check.value = NAN;
  CHECK(broken_claims(parts) != "");
  check = {.what = "x", .value = 1.01, .relation = Relation::about, .limit = 1, .tolerance = 0.02};
  CHECK(check.stands());
  check.tolerance = 0.005;
  CHECK_FALSE(check.stands());
}

TEST_CASE("claims: every row names a guard, and every guard is a test case of that file") {
  for (const ClaimPart& part : all())
    for (const Claim& claim : part.claims) {
      CAPTURE(claim.statement);
      CHECK_FALSE(claim.guarded_by.empty());
      for (const Guard& guard : claim.guarded_by) {
        CAPTURE(guard.file);
        CAPTURE(guard.test);
        CHECK(cases(text_of(guard.file)).contains(guard.test));
      }
    }
}

TEST_CASE("claims: every numbered statement of the first paper has a row") {
  for (const char* statement : {"Assumption 2",
                                "Assumption 3",
                                "Theorem 1, privacy",
                                "Theorem 1, utility",
                                "Theorem 1, samples",
                                "Theorem 2, privacy",
                                "Theorem 2, utility",
                                "Theorem 3 (",
                                "Proposition 1",
                                "Proposition 2",
                                "Proposition 3",
                                "Proposition 4",
                                "Proposition 5",
                                "Corollary 1",
                                "Corollary 2",
                                "Corollary 3, convergence",
                                "Corollary 3, samples",
                                "Lemma 1",
                                "Lemma 2",
                                "Lemma 3",
                                "Lemma 4",
                                "Lemma 5",
                                "Lemma 6",
                                "Definition 2",
                                "Section 3.1, constants",
                                "Section 3.1, rate"}) {
    CAPTURE(statement);
    bool found = false;
    for (const Claim& claim : all()[0].claims)
      found = found || claim.statement.rfind(statement, 0) == 0;
    CHECK(found);
  }
}

TEST_CASE("claims: docs/claims.md is the program's output") {
  CHECK(text_of("docs/claims.md") == claims_markdown(all()));
  const auto json = nlohmann::json::parse(claims_json(all()));
  std::size_t rows = 0;
  for (const ClaimPart& part : all()) rows += part.claims.size();
  CHECK(json.size() == rows);
  for (const auto& row : json) CHECK(row.at("evidence").at(0).contains("value"));
}

// Golden values: an independent Python program (exact rationals, densities propagated on a grid,
// privacy loss distributions by FFT, mpmath), to the digits shown.
TEST_CASE("claims: the numbers of the first paper are those of an independent program") {
  const auto close = [](double value, double shown, double tolerance) {
    return std::abs(value / shown - 1) <= tolerance;
  };
  CHECK(close(number("Theorem 1, privacy", "true delta(2 eps), printed"), 6.2e-5, 0.01));
  CHECK(close(number("Theorem 1, privacy", "true delta(2 eps), corrected"), 4.7e-8, 0.01));
  CHECK(close(number("Theorem 1, privacy", "the same at"), 2.6e-5, 0.02));
  CHECK(close(number("Theorem 1, step size", "epsilon of claimed"), 10.2, 0.005));
  CHECK(close(number("Theorem 1, utility", "|w|/eta_0 up to which it follows"), 3.03, 0.003));
  CHECK(close(number("Theorem 1, utility", "the same, T = 1e5"), 4.93, 0.003));
  CHECK(close(number("Assumption 3", "sum of m_t"), 1.788, 1e-3));
  CHECK(close(number("Corollary 3, samples", "records over T, T = 1e6"), 1.821, 1e-3));
  CHECK(close(number("Corollary 3, samples", "the same with the printed"), 1.765, 1e-3));
  CHECK(near(number("Proposition 4", "F, printed index, T = 1000"), 1.9501958010255127, 1e-11));
  CHECK(near(number("Proposition 4", "F, corrected"), 0.9925062656641604, 1e-11));
  CHECK(close(number("Proposition 4", "share of T"), 0.997, 1e-3));
  CHECK(close(number("Definition 2", "printed integral"), 3, 1e-9));
  CHECK(close(number("Lemma 1", "the improved"), 1.692, 1e-3));
  CHECK(close(number("Lemma 1", "the exact"), 1.554, 1e-3));
  CHECK(close(number("Lemma 1", "beta_0"), 1.57, 4e-3));
  CHECK(close(number("Theorem 2, privacy", "sqrt(2) e"), 3.844, 2e-4));
  CHECK(close(number("Theorem 2, privacy", "e^2"), 7.389, 2e-4));
  CHECK(close(number("Theorem 2, privacy", "sqrt(2)(e - 1)"), 2.430, 2e-4));
  CHECK(close(number("Theorem 2, privacy", "(e - 1)^2"), 2.952, 2e-4));
  CHECK(close(number("Theorem 2, privacy", "claim over proved"), 21.8, 0.005));
  CHECK(close(number("Theorem 2, privacy", "the same, most"), 28.5, 0.01));
  CHECK(close(number("Proposition 1", "excess for equal gradients, T = 500, as"), 5.1, 0.002));
  CHECK(close(number("Lemma 4", "log-partition"), 0.5, 1e-8));
  CHECK(number("Lemma 6", "largest x over the steps, n = 100") < 0.98);
  CHECK(number("Lemma 6", "largest x over the steps, n = 100") > 0.94);
}

// Golden values: quadrature and closed forms by an independent Python program, to the digits shown.
TEST_CASE("claims: the numbers of the second paper are those of an independent program") {
  const auto close = [](double value, double shown, double tolerance) {
    return std::abs(value - shown) <= tolerance;
  };
  CHECK(close(number("Theorem 2.2", "how often"), 0.432, 1e-3));
  CHECK(close(number("Theorem 2.3", "gamma by quadrature"), 0.517914, 1e-5));
  CHECK(close(number("Figure 1", "gamma, width 0.1"), 0.951625, 1e-5));
  CHECK(close(number("Figure 1", "gamma, width 1"), 0.198653, 1e-5));
  CHECK(close(number("Valid amplification (ours)", "D over"), 0.1461, 1e-4));
  CHECK(close(number("Gaussian against mixture (ours)", "mixture"), 1.1041, 1e-4));
  CHECK(close(number("Corollary of Theorem 2.2", "60 d"), 37.12, 0.01));
  CHECK(close(number("Corollary of Theorem 2.2", "with B_1"), 3.74 / 37.12, 1e-3));
}

// privacy/golden/accounting.json, 12 digits and more; the row below is written by its id.
TEST_CASE("claims: exact sides of the third part are those of the reference rows") {
  const auto poisson = [](double q, double noise, std::int64_t T) {
    return Ledger{.adjacency = Adjacency::add_remove,
                  .events = {{PoissonSampled{q, {{Gaussian{noise}}}}, T}}};
  };
  CHECK(near(priced("contour", poisson(0.01, 1, 1000), 1e-5), 1.828236666516577, 1e-9));
  CHECK(near(priced("contour", poisson(0.01, 1, 1000), 1e-13), 4.229811359148952, 1e-9));
  CHECK(near(priced("contour", poisson(0.01, 1, 1000), 1e-12, true), 3.9142981560374697, 1e-9));
  CHECK(near(priced("contour", poisson(0.00033, 4, 10000), 1e-12), 0.051084235793282286, 1e-9));
  CHECK(near(priced("contour", poisson(0.01, 1, 10000), 1e-5), 6.187712389971539, 1e-9));
  CHECK(priced("pld", poisson(0.001, 1, 1), 0.9) == 0);
  const auto found = [](const char* statement, const char* start) {
    return number(statement, start);
  };
  const std::string google = "google/differential-privacy dp_accounting 0.6.0 @ b5b0286";
  CHECK(near(found((google + ", PLD").c_str(), "connect-the-dots"),
             1 - 2.1185320817081874 / 2.1185338431582923,
             1e-4));
  CHECK(near(found((google + ", PLD").c_str(), "the same at"),
             1 - 2.4054210275310264 / 2.4196273794855028,
             1e-6));
  CHECK(near(
      found((google + ", PLD").c_str(), "10^4"), 1 - 7.2131673345460525 / 7.235142746473475, 1e-2));
  CHECK(near(found((google + ", compose(event, count)").c_str(), "randomised"),
             1 - 1.0986866665777768 / 10.985945293646049,
             1e-4));
  CHECK(near(found((google + ", RDP with REPLACE_ONE (issue 378)").c_str(), "256"),
             1 - 5.243466908809535 / 14.718298703818933,
             1e-4));
}

}  // namespace dpsco
