// Noisy steps on batches drawn afresh from all records: the loop that Theorem 2's multi-pass
// Algorithm 1 and the noisy SGD methods share. What differs is a line each.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "algorithms/central/full_gradient.hpp"
#include "framework/contracts.hpp"
#include "framework/problem/losses/losses.hpp"

namespace dpsco {

/// One update: w <- keep (w - eta (g + lambda w)) + N(0, sigma^2 I), g the batch's mean gradient.
struct NoisyStep {
  double eta = 0, keep = 1, sigma = 0;
};

struct SampledSteps {
  std::int64_t updates = 0;
  std::int64_t batch = 1;  ///< 1 <= batch <= n
  double lambda = 0;       ///< l2 weight of the objective; touches no record
  double radius = 0;       ///< after each update onto ||w|| <= radius; 0: not
  bool average = false;    ///< release the mean of all iterates, the start among them

  /// Runs updates u = 1..updates with step_at(u) from out.w [d]. Each batch is a uniform subset of
  /// the records, independent of the others (batch 1: one uniform index). Which of them is released
  /// does not change the noise drawn.
  template <class StepAt>
  void run(const Problem& problem,
           RunContext& context,
           const StepAt& step_at,
           Solution& out) const {
    const Index n = problem.data.size();
    Stream choice = context.stream(Purpose::sampling), noise = context.stream(Purpose::noise);
    std::vector<double>& w = out.w;
    std::vector<double> sum(average ? w : std::vector<double>{});
    std::vector<double> slopes(static_cast<std::size_t>(batch));
    std::vector<Index> records(static_cast<std::size_t>(batch == 1 ? 1 : n));
    for (std::size_t i = 0; i < records.size(); ++i) records[i] = Index(i);
    std::int64_t done = 0;

    problem.data.with_rows([&](const auto& rows) {
      with_loss(*problem.loss, [&](const auto& loss) {
        while (done < updates && context.keep_going(batch)) {
          choose(choice, n, records);
          for (std::size_t k = 0; k < slopes.size(); ++k)
            slopes[k] =
                loss.slope(dot(rows.row(records[k]), w), problem.data.y[std::size_t(records[k])]);
          const NoisyStep step = step_at(++done);
          noise.scale_and_add_normals(w, step.keep * (1 - step.eta * lambda), step.sigma);
          const double scale = -step.keep * step.eta / double(batch);
          for (std::size_t k = 0; k < slopes.size(); ++k)
            add(scale * slopes[k], rows.row(records[k]), w);
          if (radius > 0) project_onto_ball(w, radius);
          for (std::size_t j = 0; j < sum.size(); ++j) sum[j] += w[j];
        }
      });
    });
    out.gradients += done * batch;
    if (average)
      for (std::size_t j = 0; j < w.size(); ++j) w[j] = sum[j] / double(done + 1);
  }

 private:
  /// The first `batch` of `records` become a uniform subset of 0..n-1, whatever order they were in.
  void choose(Stream& choice, Index n, std::vector<Index>& records) const {
    if (batch == 1) {
      records[0] = Index(choice.below(std::uint64_t(n)));
      return;
    }
    for (Index k = 0; k < batch; ++k)
      std::swap(records[std::size_t(k)],
                records[std::size_t(k + Index(choice.below(std::uint64_t(n - k))))]);
  }
};

}  // namespace dpsco
