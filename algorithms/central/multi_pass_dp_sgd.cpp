#include "algorithms/central/multi_pass_dp_sgd.hpp"

#include <cmath>

#include <fmt/format.h>

#include "algorithms/central/sampled_steps.hpp"
#include "framework/core/special.hpp"

namespace dpsco {

namespace {

struct Langevin final : Plan {
  using Plan::Plan;
  SampledSteps steps{};
  double G = 1, beta0 = 0, kappa = 1, n_delta = 0;

  Solution run(const Problem& problem, RunContext& context) const override {
    Solution out{.w = std::vector<double>(std::size_t(problem.data.dimension()), 0.0)};
    context.stream(Purpose::init).scale_and_add_normals(out.w, 0, std::sqrt(beta0));
    // A hair more noise than the ledger lists, so that no rounding here makes it less.
    const double unit = kappa * std::sqrt(beta0) / G, noise = std::sqrt(beta0) * (1 + 1e-13);
    double before = multi_pass_inverse_square(1, n_delta);
    const auto step_at = [&](std::int64_t u) {
      const double now = multi_pass_inverse_square(u + 1, n_delta);
      const NoisyStep step{.eta = unit / std::sqrt(before),
                           .keep = std::sqrt(before / now),
                           .sigma = noise * std::sqrt(multi_pass_increment(u + 1, n_delta) / now)};
      before = now;
      return step;
    };
    steps.run(problem, context, step_at, out);
    return out;
  }
};

constexpr double most_steps = 2e7;  // of a named schedule of noise multipliers

/// About the kappa that costs `target`: mu^2 = sum_t (e^{Delta_t^2} - 1)/n^2,
/// Delta_t = 2 kappa / noise_t, by the central limit theorem. Where a search begins, no more.
double likely_kappa(const std::vector<double>& noise, double n, const Target& target) {
  const double wanted = std::pow(n * gdp_mu(target.epsilon, target.delta), 2);
  const std::size_t stride = 1 + noise.size() / 1000;
  const auto cost = [&](double kappa) {
    double sum = 0;
    for (std::size_t t = 0; t < noise.size(); t += stride)
      sum += std::expm1(std::pow(2 * kappa / noise[t], 2)) * double(stride);
    return sum;
  };
  double low = -20, high = 20;  // log kappa
  for (int k = 0; k < 30; ++k) {
    const double middle = (low + high) / 2;
    (cost(std::exp(middle)) <= wanted ? low : high) = middle;
  }
  return std::exp(low);
}

}  // namespace

double theorem_2_parameter(double epsilon, double delta) {
  const double root = std::sqrt(std::log(2 / delta));
  return 2 * epsilon / 3 / (root + std::sqrt(root * root + 4 * epsilon / 3));
}

Outcome<std::shared_ptr<const Plan>> MultiPassDpSgd::plan(const Facts& facts,
                                                          const Budget& budget) const {
  const auto n = double(facts.n);
  const double n_delta = n * budget.target.delta;
  if (facts.n < 1) return Skip{fmt::format("needs at least one record, has n = {}", facts.n)};
  if (!(n_delta < 2.5))
    return Skip{fmt::format(
        "needs n delta < 2.5, has {:.4g}: the largest delta is {:.4g}", n_delta, 2.5 / n)};
  const double e = theorem_2_parameter(budget.target.epsilon, budget.target.delta);
  const double T = std::floor(std::pow(n, alpha) * e * e);
  if (T < 2)
    return Skip{
        fmt::format("needs T = n^alpha e^2 >= 2 steps, has {:.4g} with e = {:.4g}: the "
                    "smallest n at this budget is {:.0f}",
                    T,
                    e,
                    std::ceil(std::pow(2 / (e * e), 1 / alpha)))};
  if (T > most_steps)
    return Skip{
        fmt::format("T = n^alpha e^2 = {:.4g} steps are more than {:.4g}: the largest alpha "
                    "is {:.4g}",
                    T,
                    most_steps,
                    std::log(most_steps / (e * e)) / std::log(n))};

  const auto ledger_at = [&](double scale) {  // the noise's scale: 1/kappa
    NamedSchedule schedule{"ma2022-multi-pass",
                           {{"updates", T - 1}, {"n_delta", n_delta}, {"step_scale", 1 / scale}}};
    return Ledger{.adjacency = Adjacency::replace_one,
                  .events = {{Heterogeneous{
                      .inner = {{SampledWithoutReplacement{1, facts.n, {{Gaussian{}}}}}},
                      .noise_multiplier = expand_noise_multipliers(schedule),
                      .schedule = schedule}}}};
  };
  double scale = 1;
  if (calibration == "envelope-pld") {
    // Accountants refuse or crawl far from the answer: let the search begin near it.
    const Ledger at_one = ledger_at(1);
    const auto& steps = std::get<Heterogeneous>(at_one.events[0].mechanism);
    const double start = 1 / likely_kappa(steps.noise_multiplier, n, budget.target);
    const auto smallest = budget.calibrator->smallest_scale(
        [&](double relative) { return ledger_at(relative * start); }, budget.target);
    if (!smallest)
      return Skip{
          smallest.skip().reason + "; calibrate = contour or pld is tight, rdp always answers",
          smallest.skip().kind};
    scale = *smallest * start;
  }
  const double kappa = 1 / scale, G = facts.G(), L = facts.L() + facts.regularisation;
  const double beta0 = eta0 * eta0 * n / T;
  const double eta1 = kappa * std::sqrt(beta0 / multi_pass_inverse_square(1, n_delta)) / G;
  if (!(eta1 <= 1 / L))
    return Skip{fmt::format(
        "needs eta_1 <= 1/L, has eta_1 = {:.4g} and L = {:.4g}: the largest eta0 is {:.4g}",
        eta1,
        L,
        eta0 / (eta1 * L))};

  auto plan = std::make_shared<Langevin>(
      ledger_at(scale),
      std::map<std::string, double>{
          {"T", T}, {"eta1", eta1}, {"beta0", beta0}, {"kappa", kappa}, {"theorem_epsilon", e}});
  plan->beta0 = beta0;
  plan->kappa = kappa;
  plan->n_delta = n_delta;
  plan->G = G;
  plan->steps = {.updates = std::int64_t(T) - 1,
                 .lambda = facts.regularisation,
                 .average = iterate == "average"};
  return {std::move(plan)};
}

}  // namespace dpsco
