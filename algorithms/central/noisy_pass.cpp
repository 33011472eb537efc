#include "algorithms/central/noisy_pass.hpp"

#include <algorithm>
#include <cassert>

#include "algorithms/central/full_gradient.hpp"
#include "framework/problem/losses/losses.hpp"

namespace dpsco {

void NoisyPass::run(const Problem& problem, RunContext& context, Solution& out) const {
  const auto T = std::int64_t(schedule.sigma.size()) + 1;
  const auto order = context.stream(Purpose::sampling).permutation(problem.data.size());
  Stream noise = context.stream(Purpose::noise);
  std::vector<double>& w = out.w;
  std::vector<double> slopes(std::size_t(batches.batch(T, T)));  // the last is the largest
  const double keep = 1 - eta * lambda;

  problem.data.with_rows([&](const auto& rows) {
    with_loss(*problem.loss, [&](const auto& loss) {
      std::size_t next = 0;  // first record not used yet
      for (std::int64_t t = 2; t <= T; ++t) {
        const auto m = std::size_t(batches.batch(t, T));
        if (!context.keep_going(std::int64_t(m))) break;
        assert(next + m <= order.size());
        for (std::size_t k = 0; k < m; ++k) {
          const Index i = order[next + k];
          slopes[k] = loss.slope(dot(rows.row(i), w), problem.data.y[std::size_t(i)]);
        }
        // c (w - eta (g + lambda w)) = (c keep) w - (c eta) g: the shrinkage rides on the noise's
        // pass.
        const auto u = std::size_t(t - 2);
        const double c = schedule.contraction[u];
        noise.scale_and_add_normals(w, c * keep, schedule.sigma[u]);
        for (std::size_t k = 0; k < m; ++k)
          add(-c * eta / double(m) * slopes[k], rows.row(order[next + k]), w);
        next += m;
        out.gradients += std::int64_t(m);
        if (radius > 0) project_onto_ball(w, radius);
      }
    });
  });
}

}  // namespace dpsco
