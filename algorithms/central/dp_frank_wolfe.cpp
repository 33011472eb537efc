#include "algorithms/central/dp_frank_wolfe.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "algorithms/central/full_gradient.hpp"
#include "algorithms/central/perturbed_minimum.hpp"

namespace dpsco {

namespace {

/// Laplace of scale 1 by its inverse distribution function, from u in (0, 1).
double laplace(double u) {
  return u < 0.5 ? std::log(2 * u) : -std::log(2 * (1 - u));
}
/// Minus a Gumbel variable of scale 1: the smallest noisy score is the exponential mechanism's.
double negative_gumbel(double u) {
  return std::log(-std::log(u));
}

struct FrankWolfePlan final : Plan {
  using Plan::Plan;
  std::int64_t steps = 0;
  double radius = 0, scale = 0;
  bool is_gumbel = false;

  Solution run(const Problem& problem, RunContext& context) const override {
    const auto d = std::size_t(problem.data.dimension());
    FullGradient gradient(problem, context.threads());
    Stream stream = context.stream(Purpose::noise);
    Solution out{.w = std::vector<double>(d, 0.0)};
    std::vector<double> g(d);
    for (std::int64_t t = 0; t < steps && context.keep_going_now(); ++t) {
      gradient.at(out.w, g);
      out.gradients += problem.data.size();
      double best = std::numeric_limits<double>::infinity(), corner = radius;
      std::size_t place = 0;
      for (std::size_t j = 0; j < d; ++j)
        for (const double v : {radius, -radius}) {
          const double u = stream.uniform();
          const double score = v * g[j] + scale * (is_gumbel ? negative_gumbel(u) : laplace(u));
          if (!(score < best)) continue;
          best = score;
          corner = v;
          place = j;
        }
      const double mu = 2 / (double(t) + 2);
      for (double& coordinate : out.w) coordinate *= 1 - mu;
      out.w[place] += mu * corner;
    }
    return out;
  }
};

}  // namespace

Outcome<std::shared_ptr<const Plan>> DpFrankWolfe::plan(const Facts& facts,
                                                        const Budget& budget) const {
  if (facts.n < 1) return Skip{fmt::format("needs at least one record, has n = {}", facts.n)};
  const double n = double(facts.n), C = radius > 0 ? radius : facts.R();
  double G = facts.G();
  if (!std::isfinite(G)) {
    // ||w||_2 <= ||w||_1 <= C: the l1 ball lies where G is known only if C <= R.
    if (C > facts.R())
      return Skip{
          fmt::format("the loss has a gradient bound only for ||w|| <= {}, and radius is {}: the "
                      "largest radius "
                      "is {}",
                      facts.R(),
                      C,
                      facts.R())};
    G = facts.constants.lipschitz_on_ball;
  }
  const double L_1 = G / facts.bounds.row_norm * facts.row_norm_inf();
  const double wanted = std::floor(std::pow(n * budget.target.epsilon, 2.0 / 3));
  const std::int64_t T = steps > 0 ? steps : std::int64_t(std::clamp(wanted, 1.0, double(cap)));

  const double sensitivity = records_changed(budget.target.adjacency) * L_1 * C / n;
  const auto ledger_at = [&](double scale) {  // in units of the score's sensitivity
    return Ledger{.adjacency = budget.target.adjacency, .events = {{Pure{2 / scale}, T}}};
  };
  const auto scale = budget.calibrator->smallest_scale(ledger_at, budget.target);
  if (!scale) return scale.skip();

  const double s = *scale * sensitivity * (1 + 1e-14);  // the products round
  auto plan = std::make_shared<FrankWolfePlan>(
      ledger_at(*scale),
      std::map<std::string, double>{{"T", double(T)}, {"radius", C}, {"scale", s}, {"L_1", L_1}});
  plan->steps = T;
  plan->radius = C;
  plan->scale = s;
  plan->is_gumbel = noise == "gumbel";
  return {std::move(plan)};
}

}  // namespace dpsco
