#include "algorithms/central/gd.hpp"

#include "algorithms/central/full_gradient.hpp"

namespace dpsco {

namespace {

struct GdPlan final : Plan {
  using Plan::Plan;
  double eta = 0;
  std::int64_t T = 0;

  Solution run(const Problem& problem, RunContext& context) const override {
    const auto d = std::size_t(problem.data.dimension());
    Solution out{.w = std::vector<double>(d, 0.0)};
    FullGradient gradient_at(problem, context.threads());
    std::vector<double> gradient(d);
    for (std::int64_t t = 0; t < T && context.keep_going(); ++t) {
      gradient_at.at(out.w, gradient);
      add(-eta, DenseRow{gradient}, out.w);
      out.gradients += problem.data.size();
    }
    return out;
  }
};

}  // namespace

Outcome<std::shared_ptr<const Plan>> Gd::plan(const Facts& facts, const Budget& budget) const {
  const double eta = 1 / (facts.L() + facts.regularisation);
  auto plan = std::make_shared<GdPlan>(
      Ledger{.adjacency = budget.target.adjacency, .events = {{.mechanism = NonPrivate{}}}},
      std::map<std::string, double>{{"T", double(steps)}, {"eta", eta}});
  plan->eta = eta;
  plan->T = steps;
  return {std::move(plan)};
}

}  // namespace dpsco
