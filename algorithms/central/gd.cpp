#include "algorithms/central/gd.hpp"

#include <fmt/format.h>

#include "algorithms/central/full_gradient.hpp"

namespace dpsco {

namespace {

struct GdPlan final : Plan {
  using Plan::Plan;
  std::int64_t steps = 0;
  double eta = 0, radius = 0;  ///< radius 0: no projection

  Solution run(const Problem& problem, RunContext& context) const override {
    const auto d = std::size_t(problem.data.dimension());
    FullGradient gradient(problem, context.threads());
    Solution out{.w = std::vector<double>(d, 0.0)};
    std::vector<double> g(d);
    for (std::int64_t t = 0; t < steps && context.keep_going_now(); ++t) {
      gradient.at(out.w, g);
      add(-eta, DenseRow{g}, out.w);
      if (radius > 0) project_onto_ball(out.w, radius);
      out.gradients += problem.data.size();
    }
    return out;
  }
};

}  // namespace

Outcome<std::shared_ptr<const Plan>> Gd::plan(const Facts& facts, const Budget& budget) const {
  if (facts.n < 1) return Skip{fmt::format("needs at least one record, has n = {}", facts.n)};
  const double eta = 1 / (facts.L() + facts.regularisation);
  auto plan = std::make_shared<GdPlan>(
      Ledger{.adjacency = budget.target.adjacency, .events = {{NonPrivate{}}}},
      std::map<std::string, double>{{"T", double(steps)}, {"eta", eta}});
  plan->steps = steps;
  plan->eta = eta;
  plan->radius = projection == "ball" ? facts.R() : 0;
  return {std::move(plan)};
}

}  // namespace dpsco
