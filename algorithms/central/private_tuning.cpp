#include "algorithms/central/private_tuning.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "algorithms/add_algorithms.hpp"
#include "algorithms/central/same_cost.hpp"
#include "framework/core/special.hpp"
#include "framework/problem/fits.hpp"
#include "framework/registry/catalog.hpp"

namespace dpsco {

namespace {

/// Prices what a plan asks for as one of the runs that are selected from.
class CalibratedSelection final : public Calibrator {
 public:
  CalibratedSelection(const Calibrator& whole, Selection selection)
      : whole_(&whole), selection_(std::move(selection)) {}
  /// The best of the runs of which each releases `ledger` and a score.
  Ledger selected(const Ledger& ledger) const {
    Selection all = selection_;
    all.inner.insert(all.inner.begin(), ledger.events.begin(), ledger.events.end());
    return {.adjacency = ledger.adjacency, .events = {{std::move(all)}}};
  }
  Outcome<double> smallest_scale(const std::function<Ledger(double)>& ledger_at,
                                 const Target& target) const override {
    return whole_->smallest_scale([&](double scale) { return selected(ledger_at(scale)); }, target);
  }

 private:
  const Calibrator* whole_;
  Selection selection_;  ///< its inner events: the score
};

struct TunedPlan final : Plan {
  using Plan::Plan;
  std::vector<std::shared_ptr<const Plan>> candidates{};
  Selection law{};
  double score_noise = 0;

  std::int64_t repetitions(Stream stream) const {
    const double u = stream.uniform();
    if (law.repetitions == Selection::Repetitions::truncated_negative_binomial)  // eta = 1
      return 1 + (law.gamma < 1 ? std::int64_t(std::log(u) / std::log1p(-law.gamma)) : 0);
    std::int64_t k = 0;  // inversion
    double p = std::exp(-law.mean), sum = p;
    while (u > sum && p > 0) {
      p *= law.mean / double(++k);
      sum += p;
    }
    return k;
  }

  Solution run(const Problem& problem, RunContext& context) const override {
    Solution best{.w = std::vector<double>(std::size_t(problem.data.dimension()), 0.0)};
    const std::int64_t K = repetitions(context.stream(Purpose::init));
    Stream choices = context.stream(Purpose::init, 1), noise = context.stream(Purpose::noise);
    double highest = -std::numeric_limits<double>::infinity();
    std::int64_t gradients = 0;
    for (std::int64_t k = 0; k < K && context.keep_going_now(); ++k) {
      const auto& candidate = *candidates[std::size_t(choices.below(candidates.size()))];
      Solution solution;
      context.run_inside(std::uint64_t(k) + 1,
                         [&](RunContext& own) { solution = candidate.run(problem, own); });
      double z = 0;
      noise.normals({&z, 1});
      const double score = double(right(problem, solution.w)) + score_noise * z;
      gradients += solution.gradients;
      if (!(score > highest)) continue;
      highest = score;
      best = std::move(solution);
    }
    best.gradients = gradients;
    return best;
  }

  /// Training records on the right side of w.
  static std::int64_t right(const Problem& problem, const std::vector<double>& w) {
    std::int64_t count = 0;
    problem.data.with_rows([&](const auto& rows) {
      for (Index i = 0; i < problem.data.size(); ++i)
        count += dot(rows.row(i), w) * problem.data.y[std::size_t(i)] > 0 ? 1 : 0;
    });
    return count;
  }
};

}  // namespace

Outcome<std::shared_ptr<const Plan>> PrivateTuning::plan(const Facts& facts,
                                                         const Budget& budget) const {
  Catalog catalog;
  add_algorithms(catalog);
  const auto& entry = catalog.algorithms.entry(method);
  for (const std::string& misfit :
       {unmet_need(entry.card, facts, "this loss"), unclaimed(entry.card, budget.target.adjacency)})
    if (!misfit.empty()) return Skip{fmt::format("{} {}", method, misfit)};
  const auto has = [&](std::string_view wanted) {
    return std::any_of(entry.parameters.begin(), entry.parameters.end(), [&](const auto& info) {
      return info.name == wanted;
    });
  };
  if (!has(parameter)) return Skip{fmt::format("{} has no parameter {}", method, parameter)};
  if (low > high) return Skip{fmt::format("needs low <= high, has {} and {}", low, high)};

  const double score_mu = score_share * gdp_mu(budget.target.epsilon, budget.target.delta);
  Selection law{.inner = {{Gaussian{.noise_multiplier = 1 / score_mu, .sensitivity = 1}}}};
  if (repetitions == "poisson") {
    law.repetitions = Selection::Repetitions::poisson;
    law.mean = runs;
  } else {
    law.eta = 1;
    law.gamma = 1 / runs;
  }
  const CalibratedSelection calibrator(*budget.calibrator, law);

  std::vector<std::shared_ptr<const Plan>> plans;
  for (std::int64_t i = 0; i < candidates; ++i) {
    const double along = candidates > 1 ? double(i) / double(candidates - 1) : 0;
    const double value = i + 1 < candidates || candidates == 1 ? low * std::pow(high / low, along)
                                                               : high;  // without rounding
    Parameters chosen{{parameter, value}};
    if (parameter == "eta0" && has("step")) chosen["step"] = "fixed";
    auto planned =
        catalog.algorithms.make(method, chosen)->plan(facts, {budget.target, &calibrator});
    if (!planned)
      return Skip{
          fmt::format("{} with {} = {:.4g}: {}", method, parameter, value, planned.skip().reason),
          planned.skip().kind};
    plans.push_back(*std::move(planned));
    if (!same_cost(plans.front()->ledger, plans.back()->ledger))
      return Skip{
          fmt::format("what {} releases costs differently with {} = {:.4g} and {:.4g}, "
                      "and selection needs one price for all candidates",
                      method,
                      parameter,
                      low,
                      value)};
  }
  auto plan = std::make_shared<TunedPlan>(
      calibrator.selected(plans.front()->ledger),
      std::map<std::string, double>{
          {"candidates", double(candidates)}, {"mean_runs", runs}, {"score_noise", 1 / score_mu}});
  plan->candidates = std::move(plans);
  plan->law = law;
  // A hair more noise than the ledger lists, so that no rounding here makes it less.
  plan->score_noise = 1 / score_mu * (1 + 1e-13);
  return {std::move(plan)};
}

}  // namespace dpsco
