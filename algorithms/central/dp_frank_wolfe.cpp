#include "algorithms/central/dp_frank_wolfe.hpp"

#include <cmath>

#include <fmt/format.h>

#include "algorithms/central/full_gradient.hpp"

namespace dpsco {

namespace {

/// Laplace noise of scale 1 from one uniform number in (0, 1), by inversion.
double laplace(Stream& stream) {
  const double u = stream.uniform();
  return u < 0.5 ? std::log(2 * u) : -std::log(2 * (1 - u));
}

struct DpFrankWolfePlan final : Plan {
  using Plan::Plan;
  double C = 1, s = 0;
  std::int64_t T = 0;

  Solution run(const Problem& problem, RunContext& context) const override {
    const auto d = std::size_t(problem.data.dimension());
    Solution out{.w = std::vector<double>(d, 0.0)};
    FullGradient gradient_at(problem, context.threads());
    std::vector<double> gradient(d);
    Stream noise = context.stream(Purpose::noise);
    for (std::int64_t t = 1; t <= T && context.keep_going(); ++t) {
      gradient_at.at(out.w, gradient);
      std::size_t best = 0;
      double least = std::numeric_limits<double>::infinity(), sign = 1;
      for (std::size_t j = 0; j < d; ++j)
        for (const double side : {1.0, -1.0}) {
          const double score = side * C * gradient[j] + s * laplace(noise);
          if (score < least) {
            least = score;
            best = j;
            sign = side;
          }
        }
      const double mu = 2 / (double(t) + 2);
      for (double& coordinate : out.w) coordinate *= 1 - mu;
      out.w[best] += mu * sign * C;
      out.gradients += problem.data.size();
    }
    return out;
  }
};

}  // namespace

Outcome<std::shared_ptr<const Plan>> DpFrankWolfe::plan(const Facts& facts,
                                                        const Budget& budget) const {
  if (facts.n < 1) return Skip{"needs at least one record"};
  const double C = ball > 0 ? ball : facts.R();
  if (C > facts.R())
    return Skip{
        fmt::format("the gradient bound holds on ||w|| <= R only: needs ball <= {:.4g}, has {:.4g}",
                    facts.R(),
                    C)};
  // |phi'| ||x||_2 <= G on the ball, so |phi'| <= G / row_norm and L_1 <= that times ||x||_inf.
  const double L1 =
      facts.constants.lipschitz_on_ball / facts.bounds.row_norm * facts.row_norm_inf();
  const double moves = budget.target.adjacency == Adjacency::replace_one ? 4 : 2;
  const double unit = moves * L1 * C / double(facts.n);
  const auto ledger_at = [&](double scale) {
    return Ledger{.adjacency = budget.target.adjacency,
                  .events = {{.mechanism = Pure{.epsilon = 1 / scale}, .count = steps}}};
  };
  const auto scale = budget.calibrator->smallest_scale(ledger_at, budget.target);
  if (!scale) return scale.skip();
  const double s = *scale * unit * (1 + 1e-12);  // scores round each by themselves
  auto plan = std::make_shared<DpFrankWolfePlan>(
      ledger_at(*scale),
      std::map<std::string, double>{{"T", double(steps)}, {"C", C}, {"scale", s}});
  plan->C = C;
  plan->s = s;
  plan->T = steps;
  return {std::move(plan)};
}

}  // namespace dpsco
