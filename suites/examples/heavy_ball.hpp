// Noisy gradient descent with momentum.
//
// Problem     min_w mean_i phi(<w, x_i>, y_i) over R^d; phi convex, G-Lipschitz.
// Method      w_0 = v_0 = 0; for t = 1..T:
//               v_t = beta v_{t-1} + grad F(w_{t-1}) + N(0, sigma^2 I),   w_t = w_{t-1} - eta v_t,
//             eta = (1 - beta) eta0/(2 G sqrt T). w_T is released.
// Privacy     v_t and w_t are computed from the T noisy gradients: T Gaussian mechanisms.
//             One record moves the mean by at most G/n (2 G/n if replaced), so
//             noise_multiplier = n sigma/G.
// Utility     no bound known to us: an example.
// Reference   B. T. Polyak. Some methods of speeding up the convergence of iteration methods, 1964
//             [polyak1964].
#pragma once

#include <cmath>

#include "algorithms/central/full_gradient.hpp"
#include "framework/contracts.hpp"
#include "framework/registry/card.hpp"

namespace dpsco {

struct HeavyBallPlan final : Plan {
  using Plan::Plan;
  std::int64_t updates = 0;
  double eta = 0, beta = 0, sigma = 0;

  Solution run(const Problem& problem, RunContext& context) const override {
    Solution out{.w = std::vector<double>(std::size_t(problem.data.dimension()), 0.0)};
    std::vector<double> gradient(out.w.size()), velocity(out.w.size(), 0.0);
    FullGradient gradient_of(problem, context.threads());
    Stream noise = context.stream(Purpose::noise);
    for (std::int64_t t = 0; t < updates && context.keep_going(); ++t) {
      gradient_of.at(out.w, gradient);
      noise.scale_and_add_normals(velocity, beta, sigma);
      for (std::size_t j = 0; j < velocity.size(); ++j) {
        velocity[j] += gradient[j];
        out.w[j] -= eta * velocity[j];
      }
      out.gradients += problem.data.size();
    }
    return out;
  }
};

struct HeavyBall final : Algorithm {
  std::int64_t steps = 100;
  double eta0 = 10, beta = 0.9;

  static constexpr Card card{.name = "heavy-ball",
                             .doc = "noisy gradient descent with momentum",
                             .cites = "polyak1964",
                             .needs = needs_lipschitz,
                             .privacy = "(epsilon, delta)-DP",
                             .adjacencies = "replace_one add_remove zero_out"};
  static std::vector<Param<HeavyBall>> parameters() {
    return {whole("steps", &HeavyBall::steps, {1, 1e9}, "", "T"),
            real("eta0", &HeavyBall::eta0, {1e-9, 1e9}, "||w||", "step scale"),
            real("beta", &HeavyBall::beta, {0, 0.999}, "", "share of the velocity that is kept")};
  }

  Outcome<std::shared_ptr<const Plan>> plan(const Facts& facts,
                                            const Budget& budget) const override {
    if (facts.n < 1) return Skip{"needs at least one record"};
    const auto ledger_at = [&](double noise_multiplier) {
      return Ledger{.adjacency = budget.target.adjacency,
                    .events = {{Gaussian{.noise_multiplier = noise_multiplier}, steps}}};
    };
    const auto multiplier = budget.calibrator->smallest_scale(ledger_at, budget.target);
    if (!multiplier) return multiplier.skip();
    auto plan = std::make_shared<HeavyBallPlan>(ledger_at(*multiplier));
    plan->updates = steps;
    plan->eta = (1 - beta) * eta0 / (2 * facts.G() * std::sqrt(double(steps)));
    plan->beta = beta;
    // A hair more noise than the ledger lists: no rounding makes it less.
    plan->sigma = *multiplier * facts.G() / double(facts.n) * (1 + 1e-13);
    return {std::move(plan)};
  }
};

}  // namespace dpsco
