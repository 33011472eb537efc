#include "algorithms/central/phased_sgd.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "algorithms/central/averaged_pass.hpp"
#include "algorithms/central/full_gradient.hpp"
#include "framework/problem/losses/losses.hpp"

namespace dpsco {

namespace {

struct PhasedPlan final : Plan {
  using Plan::Plan;
  std::vector<std::int64_t> records{};  ///< n_i
  std::vector<double> eta{}, sigma{};   ///< of each phase
  double lambda = 0, radius = 0;

  Solution run(const Problem& problem, RunContext& context) const override {
    const auto d = std::size_t(problem.data.dimension());
    const auto order = context.stream(Purpose::sampling).permutation(problem.data.size());
    Stream noise = context.stream(Purpose::noise);
    Solution out{.w = std::vector<double>(d, 0.0)};
    AveragedIterate iterate(d);
    problem.data.with_rows([&](const auto& rows) {
      with_loss(*problem.loss, [&](const auto& loss) {
        std::size_t next = 0;  // first record not used yet
        for (std::size_t i = 0; i < records.size() && context.keep_going_now(); ++i) {
          iterate.begin(out.w);
          const double keep = 1 - eta[i] * lambda;
          for (std::int64_t k = 0; k < records[i] && context.keep_going(); ++k) {
            const Index which = order[next++];
            const auto row = rows.row(which);
            const double margin = iterate.margin(row);
            const double slope = loss.slope(margin, problem.data.y[std::size_t(which)]);
            iterate.accumulate();
            iterate.step(keep, -eta[i] * slope, row, margin, radius > 0 ? squared_norm(row) : 0);
            if (radius > 0) iterate.project(radius);
            ++out.gradients;
          }
          iterate.mean(double(records[i]), out.w);
          noise.scale_and_add_normals(out.w, 1, sigma[i]);
          if (radius > 0) project_onto_ball(out.w, radius);
        }
      });
    });
    return out;
  }
};

}  // namespace

Outcome<std::shared_ptr<const Plan>> PhasedSgd::plan(const Facts& facts,
                                                     const Budget& budget) const {
  const bool projects = projection == "ball";
  const double G = projects ? facts.constants.lipschitz_on_ball : facts.G();
  if (!std::isfinite(G)) return Skip{"without projection the loss has no gradient bound G"};
  std::vector<std::int64_t> records;
  for (std::int64_t left = facts.n / 2; left >= 1; left /= 2) records.push_back(left);
  if (records.empty()) return Skip{fmt::format("needs n >= 2, has n = {}", facts.n)};
  const std::size_t k = records.size();

  // In units of 2 G eta the shifts are 4^-i, and so the ledger does not depend on eta.
  const auto arrays_at = [k](double unit, double scale) {
    IterationArrays arrays;
    for (std::size_t i = 1; i <= k; ++i) {
      arrays.sensitivity.push_back(std::ldexp(unit, -2 * int(i)));
      arrays.sigma.push_back(scale * arrays.sensitivity.back());
      arrays.contraction.push_back(1);
    }
    return arrays;
  };
  const auto scale = budget.calibrator->smallest_scale(
      [&](double s) {
        return Ledger{.adjacency = Adjacency::replace_one,
                      .events = {{NoisyIteration{arrays_at(1, s)}}}};
      },
      budget.target);
  if (!scale) return scale.skip();
  const double noise = *scale * (1 + 1e-13);  // multiplying by 2 G eta rounds: a hair more

  double eta = 4 * eta0 / (G * std::sqrt(double(facts.n)));
  if (step == "theory") {  // the bound is A/eta + B eta
    const double d = double(facts.d), R = facts.R();
    double A = 0, B = 0;
    for (std::size_t i = 1; i <= k; ++i) {
      const double share = std::ldexp(1, -2 * int(i)), n_i = double(records[i - 1]);
      const double before = 2 * G * noise * 4 * share;  // sigma_{i-1} / eta
      if (i == 1) A += R * R / (2 * share * n_i);
      if (i > 1) B += d * before * before / (2 * share * n_i);
      B += share * G * G / 2;
      if (i == k) B += G * 2 * G * noise * share * std::sqrt(d);
    }
    eta = std::sqrt(A / B);
  }
  // eta_1 <= 2/L contracts; below 1/lambda the shrinkage 1 - eta lambda stays positive.
  const double lambda = facts.regularisation;
  double largest = 8 / (facts.L() + lambda);
  if (lambda > 0) largest = std::min(largest, 2 / lambda);
  if (step == "theory") eta = std::min(eta, largest);
  if (eta > largest)
    return Skip{
        fmt::format("needs eta_1 <= {:.4g}, where steps contract, has {:.4g}: the largest "
                    "eta0 is {:.4g}",
                    largest / 4,
                    eta / 4,
                    eta0 * largest / eta)};

  const IterationArrays arrays = arrays_at(2 * G * eta, noise);
  auto plan = std::make_shared<PhasedPlan>(
      Ledger{.adjacency = Adjacency::replace_one, .events = {{NoisyIteration{arrays}}}},
      std::map<std::string, double>{{"phases", double(k)},
                                    {"eta", eta},
                                    {"eta_1", eta / 4},
                                    {"noise_multiplier", 2 * noise},
                                    {"sigma_last", arrays.sigma.back()}});
  plan->records = std::move(records);
  for (std::size_t i = 1; i <= k; ++i) plan->eta.push_back(std::ldexp(eta, -2 * int(i)));
  plan->sigma = arrays.sigma;
  plan->lambda = facts.regularisation;
  plan->radius = projects ? facts.R() : 0;
  return {std::move(plan)};
}

}  // namespace dpsco
