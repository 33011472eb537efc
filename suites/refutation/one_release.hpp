// One release of the mean gradient at 0 under Gaussian noise, and four ways to get it wrong.
#pragma once

#include "framework/registry/card.hpp"
#include "suites/refutation/function_plan.hpp"

namespace dpsco::refutation {

enum class Flaw {
  none,
  one_byte_seed,    ///< the noise's generator has 256 states
  no_noise,         ///< the ledger lists noise that is never added
  variance_for_sd,  ///< N(0, sigma^4) where N(0, sigma^2) is meant, sigma < 1
  half_sensitivity  ///< a replaced record moves the sum by 2 C, priced as C
};

template <Flaw flaw>
struct OneRelease final : Algorithm {
  static constexpr std::string_view name() {
    switch (flaw) {
      case Flaw::none:
        return "honest-release";
      case Flaw::one_byte_seed:
        return "one-byte-seed";
      case Flaw::no_noise:
        return "no-noise";
      case Flaw::variance_for_sd:
        return "variance-for-deviation";
      case Flaw::half_sensitivity:
        return "half-sensitivity";
    }
    return {};
  }
  static constexpr Card card{.name = name(),
                             .doc = "mean gradient under Gaussian noise, for the refutation suite",
                             .needs = needs_lipschitz,
                             .privacy = "(epsilon, delta)-DP",
                             .adjacencies = "replace_one"};
  static std::vector<Param<OneRelease>> parameters() { return {}; }

  Outcome<std::shared_ptr<const Plan>> plan(const Facts& facts,
                                            const Budget& budget) const override {
    const auto ledger_at = [&](double z) {
      const double sensitivity = flaw == Flaw::half_sensitivity ? 1 : 2;
      return Ledger{.adjacency = budget.target.adjacency,
                    .events = {{Gaussian{.noise_multiplier = z, .sensitivity = sensitivity}}}};
    };
    const auto z = budget.calibrator->smallest_scale(ledger_at, budget.target);
    if (!z) return z.skip();
    const double planned = *z * facts.G() / double(facts.n);
    const double sigma = flaw == Flaw::no_noise          ? 0
                         : flaw == Flaw::variance_for_sd ? planned * planned
                                                         : planned;
    return plan_of(ledger_at(*z), [sigma](const Problem& problem, RunContext& context) {
      const std::vector<double> origin(std::size_t(problem.data.dimension()), 0.0);
      Solution out{.w = origin};
      for (Index i = 0; i < problem.data.size(); ++i)
        add_gradient(problem, i, 1 / double(problem.facts.n), origin, out.w);
      Stream noise = context.stream(Purpose::noise);
      if (flaw == Flaw::one_byte_seed) noise = Stream({noise.bits() % 256, 0});
      noise.scale_and_add_normals(out.w, 1, sigma);
      out.gradients = problem.data.size();
      return out;
    });
  }
};

}  // namespace dpsco::refutation
