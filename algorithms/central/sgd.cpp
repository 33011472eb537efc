#include "algorithms/central/sgd.hpp"

#include <cmath>

#include "algorithms/central/step_cap.hpp"
#include "framework/problem/losses/losses.hpp"

namespace dpsco {

namespace {

struct SgdPlan final : Plan {
  SgdPlan(Adjacency adjacency, double step, double l2)
      : Plan({.adjacency = adjacency, .events = {{NonPrivate{}}}}, {{"eta", step}}),
        eta(step),
        lambda(l2) {}

  Solution run(const Problem& problem, RunContext& context) const override {
    const Index n = problem.data.size();
    const auto order = context.stream(Purpose::sampling).permutation(n);
    Solution out{.w = std::vector<double>(std::size_t(problem.data.dimension()), 0.0)};
    std::vector<double>& v = out.w;  // w = scale v
    double scale = 1;
    problem.data.with_rows([&](const auto& rows) {
      with_loss(*problem.loss, [&](const auto& loss) {
        for (const Index i : order) {
          if (!context.keep_going()) break;
          const auto row = rows.row(i);
          const double slope = loss.slope(scale * dot(row, v), problem.data.y[std::size_t(i)]);
          scale *= 1 - eta * lambda;
          if (std::abs(scale) < 1e-100) {  // long shrinkage: move it into v before it underflows
            for (double& coordinate : v) coordinate *= scale;
            scale = 1;
          }
          add(-eta * slope / scale, row, v);
          ++out.gradients;
        }
      });
    });
    for (double& coordinate : v) coordinate *= scale;
    return out;
  }

  double eta, lambda;
};

}  // namespace

Outcome<std::shared_ptr<const Plan>> Sgd::plan(const Facts& facts, const Budget& budget) const {
  const double eta =
      without_overshoot(eta0 / (2 * facts.G() * std::sqrt(double(facts.n))), facts.regularisation);
  return {std::make_shared<SgdPlan>(budget.target.adjacency, eta, facts.regularisation)};
}

}  // namespace dpsco
