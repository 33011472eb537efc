#include "algorithms/central/phased_sgd.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "algorithms/central/full_gradient.hpp"
#include "framework/problem/losses/losses.hpp"

namespace dpsco {

namespace {

struct PhasedPlan final : Plan {
  using Plan::Plan;
  double eta = 0, lambda = 0, radius = 0;
  double sigma_per_step = 0;  ///< sigma_i / eta_i

  Solution run(const Problem& problem, RunContext& context) const override {
    const Index n = problem.data.size();
    const auto d = std::size_t(problem.data.dimension());
    const auto order = context.stream(Purpose::sampling).permutation(n);
    Stream noise = context.stream(Purpose::noise);
    Solution out{.w = std::vector<double>(d, 0.0)};
    std::vector<double> sum(d);
    problem.data.with_rows([&](const auto& rows) {
      with_loss(*problem.loss, [&](const auto& loss) {
        std::size_t next = 0;
        for (int i = 1; (n >> i) >= 1 && !context.interrupted(); ++i) {
          const Index size = n >> i;
          const double step = std::ldexp(eta, -2 * i);
          std::fill(sum.begin(), sum.end(), 0.0);
          for (Index k = 0; k < size && context.keep_going(); ++k) {
            add(1, DenseRow{out.w}, sum);
            const Index record = order[next++];
            const auto row = rows.row(record);
            const double slope = loss.slope(dot(row, out.w), problem.data.y[std::size_t(record)]);
            if (lambda > 0)
              for (double& coordinate : out.w) coordinate *= 1 - step * lambda;
            add(-step * slope, row, out.w);
            if (radius > 0) project_onto_ball(out.w, radius);
            ++out.gradients;
          }
          for (std::size_t j = 0; j < d; ++j) out.w[j] = sum[j] / double(size);
          noise.scale_and_add_normals(out.w, 1, sigma_per_step * step);
        }
      });
    });
    if (radius > 0) project_onto_ball(out.w, radius);
    return out;
  }
};

}  // namespace

Outcome<std::shared_ptr<const Plan>> PhasedSgd::plan(const Facts& facts,
                                                     const Budget& budget) const {
  const bool projects = projection == "ball";
  const double G = projects ? facts.constants.lipschitz_on_ball : facts.G();
  if (!std::isfinite(G)) return Skip{"without projection the loss has no gradient bound G"};
  if (facts.n < 2) return Skip{fmt::format("needs at least two records, has n = {}", facts.n)};
  const auto ledger_at = [](double z) {
    return Ledger{.adjacency = Adjacency::replace_one,
                  .events = {{.mechanism = Gaussian{.noise_multiplier = z}}}};
  };
  const auto z = budget.calibrator->smallest_scale(ledger_at, budget.target);
  if (!z) return z.skip();

  const double n = double(facts.n), mu = 2 / *z;
  const double eta =
      step == "theory"
          ? facts.R() / G * std::min(4 / std::sqrt(n), mu / (2 * std::sqrt(double(facts.d))))
          : eta0 / (2 * G * std::sqrt(n));
  const double L = facts.L() + facts.regularisation, largest = eta / 4;
  if (!(largest <= 2 / L))
    return Skip{fmt::format(
        "needs eta_1 = eta/4 <= 2/L, has {:.4g} and L = {:.4g}: the largest eta0 is {:.4g}",
        largest,
        L,
        16 * G * std::sqrt(n) / L)};
  auto plan = std::make_shared<PhasedPlan>(
      ledger_at(*z),
      std::map<std::string, double>{
          {"eta", eta}, {"phases", std::floor(std::log2(n))}, {"noise_multiplier", *z}});
  plan->eta = eta;
  plan->lambda = facts.regularisation;
  plan->radius = projects ? facts.R() : 0;
  plan->sigma_per_step = *z * G * (1 + 1e-15);
  return {std::move(plan)};
}

}  // namespace dpsco
