#include "algorithms/central/dp_ftrl.hpp"

#include <cmath>

#include "algorithms/central/batch_sampler.hpp"
#include "algorithms/central/clipped_sgd.hpp"
#include "algorithms/central/clipping.hpp"
#include "algorithms/central/iterates.hpp"
#include "algorithms/central/perturbed_minimum.hpp"
#include "algorithms/central/prefix_noise.hpp"
#include "algorithms/central/step_cap.hpp"
#include "framework/problem/losses/losses.hpp"

namespace dpsco {

namespace {

struct FtrlPlan final : Plan {
  using Plan::Plan;
  Index batch = 1;
  std::int64_t steps = 0, bands = 0;  ///< bands 0: the tree
  double clip = 1, eta = 0, sigma = 0;
  bool average = false;

  Solution run(const Problem& problem, RunContext& context) const override {
    const Index d = problem.data.dimension();
    return bands > 0 ? loop(problem, context, BandedNoise(d, bands))
                     : loop(problem, context, TreeNoise(d, steps));
  }

 private:
  template <class Prefix>
  Solution loop(const Problem& problem, RunContext& context, Prefix prefix) const {
    const Index n = problem.data.size();
    const auto d = std::size_t(problem.data.dimension());
    const double lambda = problem.facts.regularisation, m = double(batch);
    BatchSampler blocks(Batches::shuffled, n, n, batch, context.stream(Purpose::sampling));
    Stream noise = context.stream(Purpose::noise);
    Solution out{.w = std::vector<double>(d, 0.0)};
    std::vector<double>& w = out.w;
    std::vector<double> sum(d, 0.0);
    IterateMean mean(d);
    problem.data.with_rows([&](const auto& rows) {
      with_loss(*problem.loss, [&](const auto& loss) {
        for (std::int64_t t = 0; t < steps && context.keep_going(batch); ++t) {
          if (lambda > 0) add(lambda, DenseRow{w}, sum);
          for (const Index i : blocks.next()) {
            const auto row = rows.row(i);
            const double slope = loss.slope(dot(row, w), problem.data.y[std::size_t(i)]);
            add(clipped_slope(slope, row, clip) / m, row, sum);
          }
          const auto total = prefix.next(noise);
          for (std::size_t j = 0; j < d; ++j) w[j] = -eta * (sum[j] + sigma / m * total[j]);
          out.gradients += batch;
          if (average) mean.include(w);
        }
      });
    });
    if (average && steps > 0) w = mean.take();
    return out;
  }
};

}  // namespace

Outcome<std::shared_ptr<const Plan>> DpFtrl::plan(const Facts& facts, const Budget& budget) const {
  const auto count = step_count(facts.n, batch, 1, Batches::shuffled);
  if (!count) return count.skip();
  const Adjacency adjacency = budget.target.adjacency;
  const bool is_banded = factor == "banded";
  const double column = column_norm(square_root_coefficients(bands), count->steps) * (1 + 1e-14);
  const auto ledger_at = [&](double z) {
    Ledger ledger{.adjacency = adjacency, .events = {}};
    if (is_banded)
      ledger.events.push_back(
          {Gaussian{.noise_multiplier = z, .sensitivity = records_changed(adjacency) * column}});
    else
      ledger.events.push_back({TreeAggregation{.noise_multiplier = z, .leaves = count->steps}});
    return ledger;
  };
  const auto z = budget.calibrator->smallest_scale(ledger_at, budget.target);
  if (!z) return z.skip();

  const auto T = double(count->steps);
  const double eta = without_overshoot(eta0 / (2 * clip * std::sqrt(T)), facts.regularisation);
  auto plan =
      std::make_shared<FtrlPlan>(ledger_at(*z),
                                 std::map<std::string, double>{{"T", T},
                                                               {"batch", double(count->batch)},
                                                               {"eta", eta},
                                                               {"noise_multiplier", *z},
                                                               {"clip", clip}});
  plan->batch = count->batch;
  plan->steps = count->steps;
  plan->bands = is_banded ? bands : 0;
  plan->clip = clip;
  plan->eta = eta;
  plan->sigma = *z * clip * (1 + 1e-15);
  plan->average = average == "mean";
  return {std::move(plan)};
}

}  // namespace dpsco
