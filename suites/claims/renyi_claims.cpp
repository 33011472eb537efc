// Renyi privacy in Ma, Marinov, Zhang 2022: its definition, its conversion, and the theorem on
// noisy iteration that they use.
#include <algorithm>
#include <cmath>

#include "framework/core/special.hpp"
#include "suites/claims/claim.hpp"
#include "suites/claims/experiments.hpp"

namespace dpsco {

namespace {

Ledger zcdp(double rho) {
  return {.adjacency = Adjacency::replace_one, .events = {{Zcdp{rho}, 1}}};
}
Ledger gdp(double mu) {
  return {.adjacency = Adjacency::replace_one, .events = {{Gdp{mu}, 1}}};
}

/// Lemma 1's rho when Theorem 1 claims 2 eps.
double paper_rho(double eps, double delta) {
  return eps * eps / (eps - std::log(delta));
}

Claim lemma_1() {
  const double rho = paper_rho(1, 1e-5), claimed = priced("rdp-mironov", zcdp(rho), 1e-5);
  return {
      .statement = "Lemma 1",
      .claimed = "(alpha, e)-RDP is (e + ln(1/delta)/(alpha - 1), delta)-DP.",
      .verdict = Standing::holds,
      .finding =
          "True, and the paper's alpha is the best one for it; the exact conversion asks "
          "for a third less noise.",
      .evidence = {{.what = "epsilon at the best order for claimed 2.0, delta = 1e-5",
                    .value = claimed,
                    .limit = 2},
                   {.what = "the improved conversion of the same curve",
                    .value = priced("rdp", zcdp(rho), 1e-5),
                    .limit = claimed},
                   {.what = "the exact price of that mu",
                    .value = priced("gdp", gdp(std::sqrt(2 * rho)), 1e-5),
                    .limit = claimed},
                   {.what = "beta_0 of the paper over what exact GDP needs",
                    .value = std::pow(gdp_mu(2, 1e-5), 2) / (2 * rho),
                    .relation = Relation::at_least,
                    .limit = 1}},
      .guarded_by = {
          {"privacy/accountants/accountants_test.cpp",
           "conversions: Theorem 1's curve by Mironov's, by the improved one and by exact GDP"}}};
}

/// FKT's Theorem 3.1 in mu^2, straight from its maximum, over the accountant's.
double pabi_ratio(std::int64_t updates) {
  const NamedSchedule named{"growing-batches",
                            {{"updates", double(updates)}, {"step_sensitivity", 2}, {"sigma", 3}}};
  const std::int64_t T = updates + 1;
  double worst = 0;
  for (std::int64_t t = 2; t <= T; ++t)
    worst =
        std::max(worst, std::pow(2.0 / double(growing_batch(t, T)), 2) / (9 * double(T - t + 1)));
  const Ledger ledger{.adjacency = Adjacency::replace_one, .events = {{NoisyIteration{named}, 1}}};
  return gdp_mu(priced("iteration", ledger, 1e-5), 1e-5) / std::sqrt(worst);
}

Claim theorem_3() {
  return {.statement = "Theorem 3 (Feldman, Koren, Talwar 2020, 3.1)",
          .claimed =
              "PNSGD on disjoint batches has D_alpha <= max over tau of 2 alpha G^2 "
              "eta_tau^2/(m_tau^2 sum of later eta_t^2 sigma_t^2), eta <= 2/L.",
          .verdict = Standing::holds,
          .finding =
              "Also as Gaussian DP, which is stronger; the accountant's maximum is this one "
              "when nothing contracts.",
          .evidence = {{.what = "accountant's mu over the theorem's, 500 updates",
                        .value = pabi_ratio(500),
                        .relation = Relation::about,
                        .limit = 1},
                       {.what = "the same, 1 update",
                        .value = pabi_ratio(1),
                        .relation = Relation::about,
                        .limit = 1}},
          .guarded_by = {{"privacy/accountants/iteration_test.cpp",
                          "iteration: the bound is above the exact law for linear maps"},
                         {"privacy/accountants/accountants_test.cpp",
                          "noisy iteration: the bound is the minimum over shift plans"}}};
}

Claim definition_2() {
  return {.statement = "Definition 2",
          .claimed = "D_alpha = 1/(alpha - 1) log of the integral of (f_mu/f_nu)^alpha f_mu.",
          .verdict = Standing::corrected,
          .finding = "The measure must be f_nu: as printed it is alpha/(alpha - 1) D_{alpha+1}.",
          .evidence = {{.what = "printed integral over alpha mu^2/2, alpha = 2, mu = 1",
                        .value = definition_2_share(2, 1),
                        .relation = Relation::about,
                        .limit = 1,
                        .met = false},
                       {.what = "the same over alpha/(alpha-1) D_{alpha+1}",
                        .value = definition_2_share(2, 1) / 3,
                        .relation = Relation::about,
                        .limit = 1}},
          .guarded_by = {
              {"privacy/oracle/oracle_test.cpp",
               "oracle: Renyi rows of the sampled Gaussian, by binomial sums and by "
               "quadrature"},
              {"suites/claims/claims_test.cpp",
               "claims: the numbers of the first paper are those of an independent program"}}};
}

}  // namespace

std::vector<Claim> renyi_claims() {
  return {definition_2(), lemma_1(), theorem_3()};
}

}  // namespace dpsco
