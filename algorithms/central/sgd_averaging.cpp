#include "algorithms/central/sgd_averaging.hpp"

#include <algorithm>
#include <cmath>

#include "algorithms/central/full_gradient.hpp"
#include "framework/problem/losses/losses.hpp"

namespace dpsco {

namespace {

struct SgdAveragingPlan final : Plan {
  using Plan::Plan;
  double eta0 = 1, alpha = 1, power = 0;
  bool convex = true, polynomial = true, last_only = false;
  double lambda = 0, radius = 1, slope_scale = 1;

  double step(double t) const {
    return convex ? eta0 / (slope_scale * std::sqrt(t)) : 1 / (lambda * t);
  }
  /// The weight of the t-th of `last` iterates in the running mean.
  double weight(double t, double last) const {
    if (last_only) return 1;
    if (polynomial) return (power + 1) / (t + power);
    const double first = last - std::ceil(alpha * last) + 1;
    return t <= first ? 1 : 1 / (t - first + 1);
  }

  Solution run(const Problem& problem, RunContext& context) const override {
    const auto order = context.stream(Purpose::sampling).permutation(problem.data.size());
    const std::vector<double> zero(std::size_t(problem.data.dimension()), 0.0);
    std::vector<double> w = zero;
    Solution out{.w = zero};
    problem.data.with_rows([&](const auto& rows) {
      with_loss(*problem.loss, [&](const auto& loss) {
        double t = 0;
        for (const Index i : order) {
          if (!context.keep_going()) break;
          const double eta = step(++t), share = weight(t, double(order.size()));
          for (std::size_t j = 0; j < w.size(); ++j) out.w[j] += share * (w[j] - out.w[j]);
          const auto row = rows.row(i);
          const double slope = loss.slope(dot(row, w), problem.data.y[std::size_t(i)]);
          for (double& coordinate : w) coordinate *= 1 - eta * lambda;
          add(-eta * slope, row, w);
          project_onto_ball(w, radius);
          ++out.gradients;
        }
      });
    });
    if (last_only) out.w = w;
    return out;
  }
};

}  // namespace

Outcome<std::shared_ptr<const Plan>> SgdAveraging::plan(const Facts& facts,
                                                        const Budget& budget) const {
  const double lambda = facts.regularisation;
  if (step == "strongly-convex" && !(lambda > 0))
    return Skip{"step = strongly-convex needs a regulariser lambda > 0: use step = convex"};
  auto plan = std::make_shared<SgdAveragingPlan>(
      Ledger{.adjacency = budget.target.adjacency, .events = {{.mechanism = NonPrivate{}}}},
      std::map<std::string, double>{{"T", double(facts.n)}});
  plan->eta0 = eta0;
  plan->alpha = alpha;
  plan->power = double(power);
  plan->convex = step == "convex";
  plan->polynomial = averaging == "polynomial";
  plan->last_only = averaging == "last";
  plan->lambda = lambda;
  plan->radius = facts.R();
  plan->slope_scale = facts.constants.lipschitz_on_ball + lambda * facts.R();
  return {std::move(plan)};
}

}  // namespace dpsco
