// The second paper: local differential privacy with random weights.
#include <algorithm>
#include <cmath>
#include <vector>

#include "framework/core/laplace_uniform.hpp"
#include "privacy/accountants/mixture.hpp"
#include "privacy/numeric/laplace_uniform.hpp"
#include "privacy/numeric/laplace_uniform_renyi.hpp"
#include "suites/claims/claim.hpp"
#include "suites/claims/local_experiments.hpp"
#include "suites/claims/weights_world.hpp"

namespace dpsco {

namespace {

Claim secret_sharing() {
  return {.statement = "Theorem 2.1",
          .claimed =
              "With secret sharing the agents compute their sum and nothing else, against a "
              "bounded number of colluders.",
          .verdict = Standing::rederived,
          .finding =
              "Additive shares in 64-bit words; needs two honest agents, and secret weights "
              "per agent don't fit it. The sum over the rounds is not hidden.",
          .evidence = {{.what = "decoding error over N 2^(-F-1), N = 10, F = 24, most of 1000",
                        .value = sharing_error(10, 24, 1000),
                        .limit = 1}},
          .guarded_by = {{"suites/claims/experiments_test.cpp",
                          "claims: secret shares add up to the sum within their rounding"}}};
}

Claim definition_of_b() {
  const LossDifference moved = moved_loss_difference();
  return {.statement = "Definition of B_q",
          .claimed = "B_q = sup_x ||f_i(x) - f'_i(x)||_q bounds what a record moves.",
          .verdict = Standing::corrected,
          .finding =
              "Of gradients, not values: B_q = sup_x ||grad f_i(x) - grad f'_i(x)||_q is what "
              "the noise must hide, and close values don't bound it.",
          .evidence = {{.what = "sqrt(x^2 + h^2) moved by .02, h = .001: values differ by",
                        .value = moved.values,
                        .limit = 0.02},
                       {.what = "their gradients by",
                        .value = moved.gradients,
                        .limit = 0.02,
                        .met = false}},
          .guarded_by = {{"algorithms/decentralised/dp_dgd_test.cpp",
                          "dp-dgd: neighbours' gradients are within the sensitivity that the "
                          "ledger is scaled by"},
                         {"suites/claims/experiments_test.cpp",
                          "claims: losses with close values may have gradients far apart"}}};
}

Claim lemma() {
  return {
      .statement = "Lemma (semi-closed form)",
      .claimed = "The loss is a sum over rounds and coordinates.",
      .verdict = Standing::rederived,
      .finding =
          "Only if every coordinate has its own random weight: with one weight for all, a "
          "shift across the disagreement is hardly hidden.",
      .evidence = {{.what = "total variation over plain Laplace, a weight per coordinate, z = 4",
                    .value = shared_weight_share(false),
                    .limit = 0.95},
                   {.what = "the same, one weight for both coordinates",
                    .value = shared_weight_share(true),
                    .limit = 0.95,
                    .met = false}},
      .guarded_by = {{"suites/claims/experiments_test.cpp",
                      "claims: one weight for all coordinates hides a shift across them less"}}};
}

Claim theorem_2_2() {
  const LaplaceUniform noise{.rate = 1, .width = 2};
  return {.statement = "Theorem 2.2",
          .claimed =
              "The loss of a coordinate is at most alpha beta B, in closed form at every "
              "output.",
          .verdict = Standing::rederived,
          .finding =
              "The worst case is not improved by random weights: it is attained at any width, "
              "often.",
          .evidence = {{.what = "largest loss over the worst case, z = 2, e = 0.001",
                        .value = noise.loss(-1, 0.001) / 0.001,
                        .relation = Relation::about,
                        .limit = 1},
                       {.what = "how often it is attained, z = 2, e near 0",
                        .value = mixture_worst_probability(2, 1e-9),
                        .relation = Relation::at_least,
                        .limit = 0.4}},
          .guarded_by = {{"privacy/numeric/laplace_uniform_test.cpp",
                          "the largest |loss| is rate * shift for every width, and is attained as "
                          "often as said"}}};
}

/// Adult, 10 agents of 3600 records, rate 20, step 1.5, 60 rounds.
LaplaceUniformMixture adult(bool with_l1) {
  const double unit = 1.5 / 3600;
  return {.rate = std::vector<double>(105, 20.0),
          .width = std::vector<double>(105, 0.0),
          .shift_inf = unit * 2 / std::sqrt(8.0),
          .shift_2 = 0,
          .shift_1 = with_l1 ? unit * 2 * std::sqrt(14.0) : 0};
}

Claim fixed_parameters() {
  const double coarse = 60 * *mixture_pure_epsilon(adult(false)),
               fine = 60 * *mixture_pure_epsilon(adult(true));
  return {
      .statement = "Corollary of Theorem 2.2",
      .claimed = "With fixed parameters the local loss is sum d alpha beta B_inf.",
      .verdict = Standing::rederived,
      .finding =
          "Valid; the true l1 sensitivity in place of d B_inf gains ten times more than "
          "random weights claim to.",
      .evidence = {{.what = "60 d alpha beta B_inf on Adult", .value = coarse, .limit = 37.2},
                   {.what = "with B_1 over with d B_inf", .value = fine / coarse, .limit = 0.7}},
      .guarded_by = {{"privacy/accountants/mixture_test.cpp",
                      "worst case: rate times the L1 norm, or d times the largest coordinate if "
                      "that is all that is known"}}};
}

Claim theorem_2_3() {
  return {
      .statement = "Theorem 2.3",
      .claimed = "Random weights reduce the privacy loss by a constant gamma.",
      .verdict = Standing::rederived,
      .finding =
          "gamma is the mean of the realised loss over the worst case, no privacy "
          "parameter; the worst case stays.",
      .evidence = {{.what = "gamma by quadrature, width 0.5, rate 6, shift 0.001",
                    .value = mixture_gamma(3, 0.006),
                    .relation = Relation::about,
                    .limit = mixture_gamma0(3),
                    .tolerance = 1e-4},
                   {.what = "worst case over itself without weights, same setting",
                    .value = LaplaceUniform{.rate = 6, .width = 0.5}.loss(-1, 0.001) / 0.006,
                    .limit = 0.999,
                    .met = false}},
      .guarded_by = {{"privacy/numeric/laplace_uniform_test.cpp",
                      "gamma, kappa and how often the worst case is attained, 60 values to 1e-10"},
                     {"privacy/numeric/laplace_uniform_test.cpp",
                      "gamma by simulation: width .5, rate 6, shift .001, loss never above the "
                      "worst case"}}};
}

Claim figure_1() {
  return {.statement = "Figure 1",
          .claimed = "A larger width and a larger rate amplify privacy more.",
          .verdict = Standing::rederived,
          .finding = "As averages: gamma depends on z alone and falls with it.",
          .evidence = {{.what = "gamma, width 0.1, rate 2",
                        .value = mixture_gamma(0.2, 0.002),
                        .limit = 1},
                       {.what = "gamma, width 1, rate 10",
                        .value = mixture_gamma(10, 0.01),
                        .limit = mixture_gamma(0.2, 0.002)}},
          .guarded_by = {{"privacy/numeric/laplace_uniform_test.cpp",
                          "gamma0 is the small-shift limit of the mean |loss|, and falls with "
                          "width and rate"}}};
}

Claim valid_gain() {
  const double kappa = mixture_kappa(10), e = 0.01,
               high = mixture_renyi(10, e, 128, 1024).lower / (128 * e * e / 2);
  return {.statement = "Valid amplification (ours)",
          .claimed =
              "Random weights shrink zCDP by kappa(z) for small shifts, epsilon by about its "
              "root.",
          .verdict = Standing::rederived,
          .finding =
              "A guarantee, unlike gamma; kappa alone is no bound at high orders, where the "
              "accountants use a larger constant.",
          .evidence = {{.what = "kappa at z = 2", .value = mixture_kappa(2), .limit = 1},
                       {.what = "the same over gamma_0",
                        .value = mixture_kappa(2) / mixture_gamma0(2),
                        .limit = 1},
                       {.what = "D over a e^2/2 at z = 10, e = 0.01, order 128, against kappa",
                        .value = high,
                        .limit = kappa,
                        .met = false},
                       {.what = "the same against the accountants' constant",
                        .value = high,
                        .limit = 2 * mixture_zcdp_slope(kappa, e)}},
          .guarded_by = {{"privacy/numeric/laplace_uniform_test.cpp",
                          "kappa is the Fisher information, and twice KL / e^2 for a small "
                          "shift"},
                         {"privacy/numeric/laplace_uniform_renyi_test.cpp",
                          "small shifts: D / (a e^2 / 2) tends to kappa; at order 128 it exceeds "
                          "kappa and the zCDP slope knows it"}}};
}

Claim gaussian_against_mixture() {
  double least = 2;
  for (int i = 0; i <= 2000; ++i)  // z up to 20
    least = std::min(least, mixture_information_times_variance(0.01 * i));
  return {
      .statement = "Gaussian against mixture (ours)",
      .claimed = "Random weights beat plain noise of the same variance.",
      .verdict = Standing::fails,
      .finding =
          "Gaussian noise of equal variance always costs less zCDP for small shifts; the "
          "weights mostly repair what Laplace noise wastes. Figures are cost times "
          "variance, 1 for Gaussian noise.",
      .evidence = {{.what = "Laplace alone",
                    .value = mixture_information_times_variance(0),
                    .limit = 1,
                    .met = false},
                   {.what = "mixture, best z", .value = least, .limit = 1, .met = false}},
      .guarded_by = {{"privacy/numeric/laplace_uniform_test.cpp",
                      "Gaussian noise of equal variance always costs less zCDP: the least ratio "
                      "is 1.1041"}}};
}

Check reduction(const char* what, WeightFamily family, double limit, Relation relation) {
  return {.what = what,
          .value = 1 - WeightsWorld{.family = family}.mean_gamma(),
          .relation = relation,
          .limit = limit};
}

Claim thirty_percent() {
  const WeightsWorld slow{.family = WeightFamily::lazy, .rate = 2},
      fast{.family = WeightFamily::lazy, .rate = 50};
  return {
      .statement = "Experiment, 30 % less privacy loss",
      .claimed =
          "On average the weights save 30 % of the loss (10 agents, 20 edges), with "
          "weights in [0, 1].",
      .verdict = Standing::corrected,
      .finding =
          "About 30 % is what agents' disagreement gives, as an average only; it takes "
          "weights outside [0, 1], which the text excludes, or the widest law of all. "
          "Independent of the noise level. Our network; the paper's is not recoverable.",
      .evidence =
          {reduction("mean reduction, gradient descent, lazy weights",
                     WeightFamily::lazy,
                     0.24,
                     Relation::at_least),
           reduction("mean reduction, ADMM", WeightFamily::admm, 0.2, Relation::at_least),
           {.what = "smallest weight then, gradient descent",
            .value = WeightsWorld{.family = WeightFamily::lazy}.smallest_weight(),
            .relation = Relation::at_least,
            .limit = 0,
            .met = false},
           reduction("weights in [0, 1], gradient descent",
                     WeightFamily::lazy_convex,
                     0.24,
                     Relation::at_most),
           reduction("weights in [0, 1], ADMM", WeightFamily::admm_convex, 0.24, Relation::at_most),
           reduction("weights in [0, 1], widest law", WeightFamily::wide, 0.4, Relation::at_least),
           {.what = "gamma at rate 2 over rate 50",
            .value = slow.mean_gamma() / fast.mean_gamma(),
            .relation = Relation::about,
            .limit = 1,
            .tolerance = 1e-6}},
      .guarded_by = {{"suites/claims/experiments_test.cpp",
                      "claims: the average reduction of random weights on five networks"}}};
}

}  // namespace

std::vector<Claim> local_claims() {
  return {secret_sharing(),
          definition_of_b(),
          lemma(),
          theorem_2_2(),
          fixed_parameters(),
          theorem_2_3(),
          figure_1(),
          valid_gain(),
          gaussian_against_mixture(),
          thirty_percent()};
}

}  // namespace dpsco
