// Mechanisms of several rounds, each of which is seen, in one or two dimensions: noise used twice,
// EXTRA's gradients noised anew, one random weight for all coordinates.
#pragma once

#include <cmath>

#include "framework/registry/card.hpp"
#include "suites/refutation/function_plan.hpp"

namespace dpsco::refutation {

/// Two rounds, one half of the records each: the gradient at 0 plus noise. With `reuse` both rounds
/// have the same noise, which their difference reveals.
struct TwoHalves final : Algorithm {
  bool reuse = false;

  static constexpr Card card{.name = "two-halves",
                             .doc = "two noisy half sums",
                             .needs = needs_lipschitz,
                             .privacy = "(epsilon, delta)-DP",
                             .adjacencies = "replace_one"};

  Outcome<std::shared_ptr<const Plan>> plan(const Facts& facts,
                                            const Budget& budget) const override {
    const auto ledger_at = [&](double z) {
      return Ledger{.adjacency = budget.target.adjacency,
                    .events = {{Gaussian{.noise_multiplier = z}, 2}}};
    };
    const auto z = budget.calibrator->smallest_scale(ledger_at, budget.target);
    if (!z) return z.skip();
    return plan_of(
        ledger_at(*z),
        [sigma = *z * facts.G(), same = reuse](const Problem& problem, RunContext& context) {
          const std::vector<double> origin(std::size_t(problem.data.dimension()), 0.0);
          const Stream start = context.stream(Purpose::noise);
          Stream noise = start;
          Solution out{.w = origin};
          for (int round = 1; round <= 2; ++round) {
            std::fill(out.w.begin(), out.w.end(), 0.0);
            for (Index i = round - 1; i < problem.data.size(); i += 2)
              add_gradient(problem, i, 1, origin, out.w);
            if (same) noise = start;
            noise.scale_and_add_normals(out.w, 1, sigma);
            if (context.wants(round)) context.look({.round = round, .iterates = out.w});
          }
          out.gradients = problem.data.size();
          return out;
        });
  }
};

/// What an agent of EXTRA sends, up to a public linear map: g_0, then g_k - g_{k-1}, k < K, where
/// g_k is its gradient at x_k plus noise. The network moves x_k to and fro, x_k = (-1)^k, so a
/// record that pulls to 0 turns its gradient round each time. With `noised_anew` the two uses of a
/// gradient get two noises: its second release is one that the ledger does not know.
struct ExtraMessages final : Algorithm {
  bool noised_anew = false;
  std::int64_t rounds = 8;

  static constexpr Card card{.name = "extra-messages",
                             .doc = "EXTRA's messages",
                             .needs = needs_lipschitz,
                             .privacy = "(epsilon, delta)-LDP of each agent's record",
                             .adjacencies = "zero_out",
                             .family = "decentralised"};

  Outcome<std::shared_ptr<const Plan>> plan(const Facts& facts,
                                            const Budget& budget) const override {
    const auto ledger_at = [&](double z) {
      return Ledger{.adjacency = budget.target.adjacency,
                    .events = {{Gaussian{.noise_multiplier = z}, rounds}}};
    };
    const auto z = budget.calibrator->smallest_scale(ledger_at, budget.target);
    if (!z) return z.skip();
    return plan_of(ledger_at(*z),
                   [sigma = *z * facts.G(), anew = noised_anew, K = rounds](const Problem& problem,
                                                                            RunContext& context) {
                     Stream noise = context.stream(Purpose::noise);
                     const auto noisy_gradient = [&](std::int64_t k) {
                       std::vector<double> g(1, 0.0);
                       for (Index i = 0; i < problem.data.size(); ++i)
                         add_gradient(problem, i, 1, {k % 2 == 0 ? 1.0 : -1.0}, g);
                       noise.scale_and_add_normals(g, 1, sigma);
                       return g[0];
                     };
                     Solution out{.w = {0.0}};
                     double before = 0;
                     for (std::int64_t k = 0; k < K; ++k) {
                       const double now = noisy_gradient(k);
                       if (k > 0 && anew) before = noisy_gradient(k - 1);
                       out.w[0] = now - before;
                       if (context.wants(k + 1)) context.look({.round = k + 1, .iterates = out.w});
                       before = now;
                     }
                     out.gradients = K * problem.data.size();
                     return out;
                   });
  }
};

/// One agent's message in two dimensions: its gradient at 0 plus Laplace noise of rate `rate`, and
/// a random weight, uniform on [0, width], times the public disagreement with its neighbours, (1,
/// -1). The ledger charges weights that are drawn for each coordinate; with `shared` there is one
/// for both, and the direction (1, 1) is not masked at all.
struct WeightedMessage final : Algorithm {
  bool shared = false;
  double rate = 4, width = 12.5;

  static constexpr Card card{.name = "weighted-message",
                             .doc = "Laplace noise and random weights in two dimensions",
                             .needs = needs_lipschitz,
                             .privacy = "(epsilon, delta)-LDP of each agent's record",
                             .adjacencies = "zero_out",
                             .family = "decentralised"};

  Outcome<std::shared_ptr<const Plan>> plan(const Facts& facts,
                                            const Budget& budget) const override {
    // A record of norm 1 along (1, 1) moves each coordinate by G/sqrt 2; here by 1/rate, as the
    // message divides by `scale`.
    const double scale = facts.G() / std::sqrt(2.0) * rate;
    const double shift = 1 / rate;
    Ledger ledger{.adjacency = budget.target.adjacency,
                  .events = {{LaplaceUniformMixture{.rate = {rate, rate},
                                                    .width = {width, width},
                                                    .shift_inf = shift,
                                                    .shift_2 = shift * std::sqrt(2.0),
                                                    .shift_1 = 2 * shift}}}};
    return plan_of(std::move(ledger),
                   [scale, b = 1 / rate, most = width, one = shared](const Problem& problem,
                                                                     RunContext& context) {
                     Stream noise = context.stream(Purpose::noise),
                            weights = context.stream(Purpose::init);
                     const std::vector<double> origin(2, 0.0);
                     Solution out{.w = origin};
                     for (Index i = 0; i < problem.data.size(); ++i)
                       add_gradient(problem, i, 1 / scale, origin, out.w);
                     double weight = 0;
                     for (std::size_t l = 0; l < 2; ++l) {
                       if (l == 0 || !one) weight = most * weights.uniform();
                       const double u = noise.uniform() - 0.5;
                       const double laplace = (u < 0 ? 1 : -1) * b * std::log(1 - 2 * std::abs(u));
                       out.w[l] += (l == 0 ? weight : -weight) + laplace;
                     }
                     out.gradients = problem.data.size();
                     return out;
                   });
  }
};

}  // namespace dpsco::refutation
