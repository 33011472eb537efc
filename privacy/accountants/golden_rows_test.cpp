// Every row of privacy/golden/accounting.json that a closed-form or Renyi accountant covers.
// Generated with mpmath (30 to 50 digits); tools and versions are named in the file.
#include <cmath>
#include <fstream>
#include <limits>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "framework/core/special.hpp"
#include "framework/testing/near.hpp"
#include "privacy/accountants/gdp_clt.hpp"
#include "privacy/accountants/gdp_composition.hpp"
#include "privacy/accountants/iteration.hpp"
#include "privacy/accountants/paper_multi_pass.hpp"
#include "privacy/accountants/shuffle_profiles.hpp"
#include "privacy/accountants/strong_composition.hpp"
#include "privacy/testing/prices.hpp"

namespace dpsco {

namespace {

using nlohmann::json;

json rows(const std::string& family) {
  std::ifstream file(DPSCO_SOURCE_DIR "/privacy/golden/accounting.json");
  json chosen = json::array();
  const json all = json::parse(file);
  for (const json& row : all.at("rows"))
    if (row.at("family") == family) chosen.push_back(row);
  REQUIRE_FALSE(chosen.empty());
  return chosen;
}

double number(const json& row, const char* key) {
  return row.at(key).get<double>();
}

double epsilon(const char* accountant,
               const Ledger& ledger,
               double delta,
               const Parameters& parameters = {}) {
  const auto price =
      accountant_catalog().accountants.make(accountant, parameters)->price(ledger, delta);
  if (!price) INFO(price.skip().reason);
  REQUIRE(price);
  return price->epsilon;
}

Ledger repeated(Mechanism mechanism, double T, Adjacency adjacency = Adjacency::add_remove) {
  return {.adjacency = adjacency, .events = {{std::move(mechanism), std::int64_t(T)}}};
}

}  // namespace

TEST_CASE("golden: gaussian rows to 1e-10 by gdp and analytic-gaussian, and below rdp and zcdp") {
  for (const json& row : rows("gaussian")) {
    CAPTURE(row.at("id").get<std::string>());
    const json& p = row.at("params");
    const Ledger ledger =
        repeated(Gaussian{.noise_multiplier = number(p, "sigma")}, number(p, "T"));
    const double delta = number(row, "delta"), exact = number(row, "exact_eps");
    CHECK(near(epsilon("gdp", ledger, delta), exact, 1e-10));
    CHECK(near(epsilon("analytic-gaussian", ledger, delta), exact, 1e-10));
    CHECK(near(epsilon("best", ledger, delta), exact, 1e-10));
    const double rdp = epsilon("rdp", ledger, delta);
    CHECK(rdp >= exact);
    CHECK(rdp <= epsilon("zcdp", ledger, delta));
    for (const auto& other : row.at("rdp_of_other_tools").items()) {
      CAPTURE(other.key());
      CHECK(rdp <= other.value().get<double>() * (1 + 1e-10));
    }
  }
}

TEST_CASE("golden: log delta of the Gaussian mechanism, also where delta underflows") {
  for (const json& row : rows("analytic_gaussian_delta")) {
    CAPTURE(row.at("id").get<std::string>());
    const double log_delta =
        log_gdp_delta(number(row, "eps"), 1 / number(row.at("params"), "sigma"));
    // The large arguments themselves carry eps * 1e-16: relative in delta is absolute in its log.
    CHECK(near(log_delta, number(row, "exact_log_delta"), 1e-10));
  }
}

TEST_CASE("golden: calibrated noise of the Gaussian mechanism") {
  for (const json& row : rows("analytic_gaussian_calibration")) {
    CAPTURE(row.at("id").get<std::string>());
    const double sigma = 1 / gdp_mu(number(row, "eps"), number(row, "delta"));
    CHECK(near(sigma, number(row, "exact_value"), 1e-10));
    CHECK(sigma >= number(row, "exact_value") * (1 - 1e-15));
  }
}

TEST_CASE("golden: gdp rows to 1e-10, the CLT's mu to 1e-10") {
  for (const json& row : rows("gdp")) {
    const Ledger ledger = repeated(Gdp{number(row.at("params"), "mu")}, 1);
    CHECK(near(epsilon("gdp", ledger, number(row, "delta")), number(row, "exact_eps"), 1e-10));
  }
  for (const json& row : rows("gdp_clt")) {
    const json &p = row.at("params"), &other = row.at("other");
    const double q = number(p, "q"), m = 1 / number(p, "sigma"), T = number(p, "T");
    CHECK(near(std::sqrt(T * clt_poisson_squared_mu(q, m)), number(row, "exact_value"), 1e-10));
    CHECK(near(std::sqrt(T * clt_uniform_squared_mu(q, m)), number(other, "mu_uniform"), 1e-10));
    const Ledger poisson = repeated(PoissonSampled{q, {{Gaussian{1 / m}}}}, T);
    CHECK(near(epsilon("gdp-clt", poisson, 1e-5), number(other, "eps_at_1e5_poisson"), 1e-10));
  }
}

TEST_CASE("golden: Renyi divergences of the Poisson-sampled Gaussian and of Laplace to 1e-10") {
  for (const json& row : rows("rdp_value_poisson_gaussian")) {
    CAPTURE(row.at("id").get<std::string>());
    const json& p = row.at("params");
    const auto value =
        testing::renyi_divergence(PoissonSampled{number(p, "q"), {{Gaussian{number(p, "sigma")}}}},
                                  Adjacency::add_remove,
                                  number(p, "order"));
    REQUIRE(value);
    CHECK(near(*value, number(row, "exact_value"), 1e-10));
  }
  for (const json& row : rows("rdp_value_laplace")) {
    CAPTURE(row.at("id").get<std::string>());
    const json& p = row.at("params");
    const auto value = testing::renyi_divergence(
        Laplace{number(p, "b")}, Adjacency::add_remove, number(p, "order"));
    REQUIRE(value);
    CHECK(near(*value, number(row, "exact_value"), 1e-10));
  }
}

TEST_CASE("golden: Laplace rows: every upper is above the exact value, rdp below other tools") {
  for (const json& row : rows("laplace")) {
    if (!row.contains("exact_eps")) continue;  // delta rows: for the numeric accountants
    CAPTURE(row.at("id").get<std::string>());
    const json& p = row.at("params");
    const Ledger ledger = repeated(Laplace{number(p, "b")}, number(p, "T"));
    const double delta = number(row, "delta"), rdp = epsilon("rdp", ledger, delta);
    for (const char* accountant : {"basic", "advanced", "heterogeneous", "zcdp", "rdp", "best"})
      CHECK(epsilon(accountant, ledger, delta) >= number(row, "exact_eps"));
    CHECK(rdp <= row.at("rdp_of_other_tools").at("dp_accounting.rdp").get<double>());
  }
}

TEST_CASE("golden: closed forms of pure and approximate composition to 1e-10") {
  for (const json& row : rows("pure_or_approx_dp_composition")) {
    CAPTURE(row.at("id").get<std::string>());
    const json &p = row.at("params"), &form = row.at("closed_form_bounds");
    const double eps0 = number(p, "eps0"), delta0 = number(p, "delta0"), T = number(p, "T"),
                 delta = number(row, "delta"), slack = number(form, "slack_delta");
    const StepSums total = sums({{eps0, delta0, std::int64_t(T)}});
    CHECK(near(total.epsilon, number(form, "basic"), 1e-10));
    CHECK(near(drv10_epsilon(total, slack), number(form, "DRV10"), 1e-10));
    CHECK(near(kov_tanh_epsilon(total, slack), number(form, "DRV10_tanh"), 1e-10));
    CHECK(near(kov_log_epsilon(total, slack), number(form, "KOV_log_e"), 1e-10));
    const Ledger ledger = repeated(Approximate{eps0, delta0}, T);
    CHECK(near(epsilon("zcdp", ledger, delta), number(form, "BS16_zCDP"), 1e-6));
    for (const char* accountant : {"basic", "advanced", "heterogeneous", "zcdp", "rdp", "best"})
      CHECK(epsilon(accountant, ledger, delta) >= number(row, "exact_eps") * (1 - 1e-12));
    CHECK(epsilon("rdp", ledger, delta) <=
          row.at("rdp_of_other_tools").at("dp_accounting.rdp").get<double>());
  }
  for (const json& row : rows("heterogeneous_pure_dp_composition")) {
    CAPTURE(row.at("id").get<std::string>());
    const json& form = row.at("closed_form_bounds");
    Ledger ledger;
    for (const json& group : row.at("params").at("groups"))
      ledger.events.push_back({Pure{group[0].get<double>()}, group[1].get<std::int64_t>()});
    const double delta = number(row, "delta");
    const StepSums total = sums(*dp_steps(ledger));
    CHECK(near(drv10_epsilon(total, delta), number(form, "DRV10_heterogeneous"), 1e-10));
    CHECK(near(kov_tanh_epsilon(total, delta), number(form, "KOV_tanh"), 1e-10));
    CHECK(near(kov_log_epsilon(total, delta), number(form, "KOV_log_e"), 1e-10));
    const double best =
        std::min({number(form, "basic"), number(form, "KOV_tanh"), number(form, "KOV_log_e")});
    CHECK(near(epsilon("heterogeneous", ledger, delta), best, 1e-10));
    CHECK(near(epsilon("heterogeneous", ledger, delta, {{"form", std::string("printed")}}),
               drv10_epsilon(total, delta / 2),
               1e-10));
    for (const char* accountant : {"basic", "heterogeneous", "zcdp", "rdp", "best"})
      CHECK(epsilon(accountant, ledger, delta) >= number(row, "exact_eps"));
  }
}

TEST_CASE("golden: conversions from zCDP, optimum over all orders") {
  for (const json& row : rows("zcdp_conversion")) {
    CAPTURE(row.at("id").get<std::string>());
    const Ledger ledger = repeated(Zcdp{number(row.at("params"), "rho")}, 1);
    const double delta = number(row, "delta");
    CHECK(near(epsilon("rdp", ledger, delta), number(row, "exact_value"), 1e-10));
    CHECK(near(
        epsilon("zcdp", ledger, delta), number(row.at("other"), "BunSteinke16_simple"), 1e-10));
    CHECK(near(epsilon("rdp-mironov", ledger, delta), number(row.at("other"), "Mironov17"), 1e-8));
  }
}

TEST_CASE("golden: Poisson rows: rdp is above the exact value and below every other tool's") {
  for (const char* family : {"poisson_subsampled_gaussian",
                             "poisson_subsampled_gaussian_small_delta",
                             "poisson_subsampled_gaussian_issue"})
    for (const json& row : rows(family)) {
      CAPTURE(row.at("id").get<std::string>());
      const json& p = row.at("params");
      const PoissonSampled sampled{number(p, "q"), {{Gaussian{number(p, "sigma")}}}};
      const double delta = number(row, "delta"),
                   rdp = epsilon("rdp", repeated(sampled, number(p, "T")), delta);
      CHECK(std::isfinite(rdp));
      if (row.contains("exact_eps")) CHECK(rdp >= number(row, "exact_eps"));
      if (row.contains("rdp_of_other_tools"))
        for (const auto& other : row.at("rdp_of_other_tools").items()) {
          CAPTURE(other.key());
          CHECK(rdp <= other.value().get<double>() * (1 + 1e-9));
        }
      if (row.contains("replace_one_pair_eps"))  // attained, so a proved bound is above it
        CHECK(epsilon("rdp", repeated(sampled, number(p, "T"), Adjacency::replace_one), delta) >=
              number(row, "replace_one_pair_eps"));
    }
}

TEST_CASE("golden: without replacement: rdp above every attained value, below every other tool's") {
  for (const json& row : rows("without_replacement_subsampled_gaussian")) {
    CAPTURE(row.at("id").get<std::string>());
    const json& p = row.at("params");
    const Ledger ledger =
        repeated(SampledWithoutReplacement{std::int64_t(number(p, "m")),
                                           std::int64_t(number(p, "n")),
                                           {{Gaussian{number(p, "sigma_over_clip")}}}},
                 number(p, "T"),
                 Adjacency::replace_one);
    const double delta = number(row, "delta"), rdp = epsilon("rdp", ledger, delta);
    CHECK(rdp >= number(row, "attained_lower_eps_type_A"));
    for (const auto& other : row.at("rdp_of_other_tools").items()) {
      CAPTURE(other.key());
      CHECK(rdp <= other.value().get<double>() * (1 + 1e-9));
    }
    const double direction_a =
        epsilon("rdp", ledger, delta, {{"without_replacement", std::string("direction-a")}});
    CHECK(direction_a <= rdp);
    CHECK(direction_a >= number(row, "attained_lower_eps_type_A"));
  }
}

TEST_CASE("golden: Theorem 2's schedule: the printed bounds, and rdp between pair A and them") {
  for (const json& row : rows("heterogeneous_without_replacement_gaussian")) {
    CAPTURE(row.at("id").get<std::string>());
    const json& p = row.at("params");
    const auto n = std::int64_t(number(p, "n")), T = std::int64_t(number(p, "T"));
    const double delta = number(row, "delta");
    CHECK(near(proposition_3_epsilon(n, T, delta, Lemma6Form::printed),
               number(row.at("other"), "paper_proposition_3_bound"),
               1e-10));
    CHECK(near(theorem_2_epsilon(n, T, delta),
               number(row.at("other"), "paper_theorem_2_bound_3eps_sqrtln_plus_3eps2"),
               1e-10));
    if (T > 1000000) continue;  // ten million steps: the same code, ten times the wait
    Heterogeneous steps{.inner = {{SampledWithoutReplacement{1, n, {{Gaussian{}}}}}}};
    for (std::int64_t t = 2; t <= T; ++t)
      steps.noise_multiplier.push_back(2 * multi_pass_noise_ratio(t, n, delta, true));
    const double rdp = epsilon("rdp", repeated(steps, 1, Adjacency::replace_one), delta);
    CHECK(rdp >= number(row, "attained_lower_eps_type_A"));
    CHECK(rdp <= 1.2 * number(row, "upper_eps_dominating_pair"));
  }
}

TEST_CASE("golden: amplification by iteration") {
  for (const json& row : rows("amplification_by_iteration")) {
    CAPTURE(row.at("id").get<std::string>());
    const json& p = row.at("params");
    if (!p.contains("tau")) continue;  // Proposition 4's factor with other noise: see paper's F
    IterationArrays arrays;
    for (int t = 1; t <= int(number(p, "T")); ++t) {
      arrays.sensitivity.push_back(t == int(number(p, "tau")) ? 2 * number(p, "G") : 0);
      arrays.sigma.push_back(number(p, "sigma"));
      arrays.contraction.push_back(1);
    }
    const auto value = testing::renyi_divergence(
        NoisyIteration{arrays}, Adjacency::replace_one, number(p, "order"));
    CHECK(near(*value, number(row, "exact_value"), 1e-10));
  }
}

TEST_CASE("golden: shuffled binary randomised response, exactly, and below the clones bound") {
  for (const json& row : rows("shuffle_binary_rr")) {
    CAPTURE(row.at("id").get<std::string>());
    const json& p = row.at("params");
    const auto n = std::int64_t(number(p, "n"));
    const double eps = number(row, "eps"), exact = number(row, "exact_delta");
    CHECK(near(shuffled_response_delta(eps, n, number(p, "eps0")), exact, 1e-10));
    CHECK(clones_delta(eps, n, number(p, "eps0")) >= exact);
  }
}

TEST_CASE("golden: Gaussian noise under replace_one has twice the sensitivity") {
  for (const json& row : rows("behaviour")) {
    const std::string id = row.at("id").get<std::string>();
    CAPTURE(id);
    if (id.starts_with("bug_gauss_replace")) {
      const Ledger ledger = repeated(Gaussian{number(row.at("params"), "sigma_over_clip")},
                                     number(row.at("params"), "T"),
                                     Adjacency::replace_one);
      const double delta = number(row, "delta"), exact = number(row, "exact_eps");
      CHECK(near(epsilon("gdp", ledger, delta), exact, 1e-10));
      CHECK(epsilon("rdp", ledger, delta) >= exact);
    } else if (id.starts_with("bug_rr") || id.starts_with("fftnoise_puredp")) {
      const double eps0 =
          id.starts_with("bug_rr") ? std::log(3.0) : number(row.at("params"), "eps0");
      const Ledger ledger = repeated(Pure{eps0}, number(row.at("params"), "T"));
      for (const char* accountant : {"basic", "advanced", "zcdp", "rdp", "best"})
        CHECK(epsilon(accountant, ledger, number(row, "delta")) >= number(row, "exact_eps"));
    }
  }
}

}  // namespace dpsco
