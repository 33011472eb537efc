#include "algorithms/central/clipped_sgd.hpp"

#include <cmath>

#include <fmt/format.h>

#include "algorithms/central/clipping.hpp"
#include "algorithms/central/iterates.hpp"
#include "framework/problem/losses/losses.hpp"

namespace dpsco {

Solution ClippedSgd::run(const Problem& problem, RunContext& context) const {
  const auto d = std::size_t(problem.data.dimension());
  BatchSampler sampler(
      batches, problem.data.size(), problem.facts.n, batch, context.stream(Purpose::sampling));
  Stream noise = context.stream(Purpose::noise);
  Solution out{.w = std::vector<double>(d, 0.0)};
  std::vector<double>& w = out.w;
  std::vector<double> sum(d);
  IterateMean mean(d);
  const double keep = 1 - eta * problem.facts.regularisation;
  const double step = eta / double(batch);

  problem.data.with_rows([&](const auto& rows) {
    with_loss(*problem.loss, [&](const auto& loss) {
      for (std::int64_t t = 0; t < steps && context.keep_going(batch); ++t) {
        std::fill(sum.begin(), sum.end(), 0.0);
        const auto members = sampler.next();
        for (const Index i : members) {
          const auto row = rows.row(i);
          const double slope = loss.slope(dot(row, w), problem.data.y[std::size_t(i)]);
          add(clipped_slope(slope, row, clip), row, sum);
        }
        if (sigma > 0)
          noise.scale_and_add_normals(w, keep, step * sigma);
        else
          for (double& coordinate : w) coordinate *= keep;
        add(-step, DenseRow{sum}, w);
        out.gradients += std::int64_t(members.size());
        if (average) mean.include(w);
      }
    });
  });
  if (average && steps > 0) w = mean.take();
  return out;
}

Outcome<StepCount> step_count(Index n, Index batch, double epochs, Batches batches) {
  if (n < 1) return Skip{fmt::format("needs at least one record, has n = {}", n)};
  StepCount count{.batch = batch > 0 ? batch : Index(std::ceil(std::sqrt(double(n))))};
  if (count.batch > n)
    return Skip{fmt::format("a batch of {} is more than the {} records", count.batch, n)};
  count.steps = batches == Batches::shuffled
                    ? std::int64_t(std::ceil(epochs)) * (n / count.batch)
                    : std::int64_t(std::ceil(epochs * double(n) / double(count.batch)));
  return count;
}

}  // namespace dpsco
