#include "algorithms/central/multi_pass_dp_sgd.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "algorithms/central/iterates.hpp"
#include "framework/problem/losses/losses.hpp"

namespace dpsco {

namespace {

struct MultiPassPlan final : Plan {
  using Plan::Plan;
  double G = 0, beta0 = 0, kappa = 1, n_delta = 0, lambda = 0;
  std::int64_t T = 0;
  bool average = true;

  double step(double t) const {
    return kappa * std::sqrt(beta0) / (G * std::sqrt(8 * t * std::log(2.5 * t * t / n_delta)));
  }

  Solution run(const Problem& problem, RunContext& context) const override {
    const auto d = std::size_t(problem.data.dimension());
    const auto n = std::uint64_t(problem.data.size());
    Solution out{.w = std::vector<double>(d, 0.0)};
    context.stream(Purpose::init).scale_and_add_normals(out.w, 0, std::sqrt(beta0));
    Stream sampling = context.stream(Purpose::sampling), noise = context.stream(Purpose::noise);
    IterateMean mean(d);
    problem.data.with_rows([&](const auto& rows) {
      with_loss(*problem.loss, [&](const auto& loss) {
        double before = step(1);
        if (average) mean.include(out.w);
        for (std::int64_t t = 2; t <= T && context.keep_going(); ++t) {
          const double now = step(double(t)), c = now / before;
          // 1 - c^2 = (a_t - a_{t-1})/a_t, a_t = 8 t L_t: the difference of squares would cancel.
          const double variance =
              multi_pass_increment(t, n_delta) / multi_pass_inverse_square(t, n_delta) * beta0;
          const auto i = Index(sampling.below(n));
          const auto row = rows.row(i);
          const double slope = loss.slope(dot(row, out.w), problem.data.y[std::size_t(i)]);
          noise.scale_and_add_normals(out.w, c * (1 - before * lambda), std::sqrt(variance));
          add(-now * slope, row, out.w);
          before = now;
          if (average) mean.include(out.w);
          ++out.gradients;
        }
      });
    });
    if (average) out.w = mean.take();
    return out;
  }
};

/// e with 3 e sqrt(log(2/delta)) + 3 e^2 = epsilon.
double theorem_rate(const Target& target) {
  const double b = std::sqrt(std::log(2 / target.delta));
  return 2 * target.epsilon / 3 / (b + std::sqrt(b * b + 4 * target.epsilon / 3));
}

}  // namespace

Outcome<std::shared_ptr<const Plan>> MultiPassDpSgd::plan(const Facts& facts,
                                                          const Budget& budget) const {
  const double n = double(facts.n), n_delta = n * budget.target.delta;
  if (!(n_delta < 2.5))
    return Skip{fmt::format(
        "needs n delta < 2.5, has {} times {}: the largest delta is {:.4g}; 1/n or less is usual",
        facts.n,
        budget.target.delta,
        2.5 / n)};
  const bool by_theorem = calibration == "theorem";
  const double e = by_theorem ? theorem_rate(budget.target) : budget.target.epsilon;
  if (by_theorem && e > 1)
    return Skip{fmt::format("Theorem 2 needs e <= 1, the target gives {:.4g}", e)};
  const double wanted = std::pow(n, alpha) * e * e;
  const auto T = std::int64_t(std::min(wanted, double(max_steps)));
  if (T < 2)
    return Skip{fmt::format(
        "T = n^alpha e^2 = {:.3g} leaves no step: needs a larger n, alpha or epsilon", wanted)};

  const auto ledger_at = [&](double scale) {
    const NamedSchedule schedule{
        "ma2022-multi-pass",
        {{"updates", double(T - 1)}, {"n_delta", n_delta}, {"step_scale", 1 / scale}}};
    Heterogeneous steps{
        .inner = {{.mechanism = SampledWithoutReplacement{.batch = 1,
                                                          .population = facts.n,
                                                          .inner = {{.mechanism = Gaussian{}}}}}},
        .noise_multiplier = expand_noise_multipliers(schedule),
        .schedule = schedule};
    return Ledger{.adjacency = Adjacency::replace_one, .events = {{.mechanism = std::move(steps)}}};
  };
  double scale = 1;
  if (!by_theorem) {
    const auto found = budget.calibrator->smallest_scale(ledger_at, budget.target);
    if (!found) return found.skip();
    scale = *found * (1 + 1e-12);  // c_t, the step and its noise round each by themselves
  }
  const double kappa = 1 / scale;
  const double G = facts.G(), beta0 = eta0 * eta0 * n / double(T);
  const double eta1 = kappa * std::sqrt(beta0) / (G * std::sqrt(8 * std::log(2.5 / n_delta)));
  const double L = facts.L() + facts.regularisation;
  if (!(eta1 <= 1 / L))
    return Skip{
        fmt::format("needs eta_1 <= 1/L, has {:.4g} and L = {:.4g}: the largest eta0 is {:.4g}",
                    eta1,
                    L,
                    eta0 / (eta1 * L))};
  auto plan = std::make_shared<MultiPassPlan>(
      ledger_at(scale / (by_theorem ? 1 : 1 + 1e-12)),
      std::map<std::string, double>{{"T", double(T)},
                                    {"beta0", beta0},
                                    {"eta1", eta1},
                                    {"kappa", kappa},
                                    {"capped", wanted > double(max_steps) ? 1.0 : 0.0}});
  plan->G = G;
  plan->beta0 = beta0;
  plan->kappa = kappa;
  plan->n_delta = n_delta;
  plan->lambda = facts.regularisation;
  plan->T = T;
  plan->average = iterate == "average";
  return {std::move(plan)};
}

}  // namespace dpsco
