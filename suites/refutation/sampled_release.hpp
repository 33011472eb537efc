// One release of half of the records' gradients, priced as a Poisson sample. A batch of fixed size
// is not one: whoever is in it has pushed somebody else out, so adding a record changes the sum by
// 2 C where a Poisson sample's changes by C.
#pragma once

#include "framework/registry/card.hpp"
#include "suites/refutation/function_plan.hpp"

namespace dpsco::refutation {

struct SampledRelease final : Algorithm {
  bool fixed_size = false;

  static constexpr Card card{.name = "sampled-release",
                             .doc = "half of the records, Poisson or of fixed size",
                             .needs = needs_lipschitz,
                             .privacy = "(epsilon, delta)-DP",
                             .adjacencies = "add_remove"};

  Outcome<std::shared_ptr<const Plan>> plan(const Facts& facts,
                                            const Budget& budget) const override {
    const auto ledger_at = [&](double z) {
      return Ledger{.adjacency = budget.target.adjacency,
                    .events = {{PoissonSampled{.sampling_rate = 0.5,
                                               .inner = {{Gaussian{.noise_multiplier = z}}}}}}};
    };
    const auto z = budget.calibrator->smallest_scale(ledger_at, budget.target);
    if (!z) return z.skip();
    return plan_of(
        ledger_at(*z),
        [sigma = *z * facts.G(), fixed = fixed_size](const Problem& problem, RunContext& context) {
          const std::vector<double> origin(std::size_t(problem.data.dimension()), 0.0);
          Solution out{.w = origin};
          Stream choice = context.stream(Purpose::sampling);
          const Index n = problem.data.size();
          if (fixed) {
            const auto order = choice.permutation(n);
            for (Index k = 0; k < problem.facts.n / 2; ++k)
              add_gradient(problem, order[std::size_t(k)], 1, origin, out.w);
          } else {
            for (Index i = 0; i < n; ++i)
              if (choice.uniform() < 0.5) add_gradient(problem, i, 1, origin, out.w);
          }
          context.stream(Purpose::noise).scale_and_add_normals(out.w, 1, sigma);
          out.gradients = n;
          return out;
        });
  }
};

}  // namespace dpsco::refutation
