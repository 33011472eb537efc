#include "algorithms/central/projected_sgd.hpp"

#include <cmath>

#include <fmt/format.h>

#include "algorithms/central/full_gradient.hpp"
#include "algorithms/central/step_cap.hpp"
#include "framework/problem/losses/losses.hpp"

namespace dpsco {

std::vector<double> inverse_root_steps(std::int64_t T, double scale) {
  std::vector<double> steps(std::size_t(T), 0.0);
  for (std::size_t t = 0; t < steps.size(); ++t) steps[t] = scale / std::sqrt(double(t + 1));
  return steps;
}

std::vector<double> halving_steps(std::int64_t T, double scale) {
  std::vector<double> steps(std::size_t(T), 0.0);
  double step = scale / std::sqrt(double(T));
  std::int64_t left = T;  // ceil(T 2^-i) = T - T_i
  std::int64_t t = 0;
  while (t < T) {
    const std::int64_t next = left - left / 2;  // ceil of half: ceilings nest
    const std::int64_t end = left > 1 ? T - next : T;
    for (; t < end; ++t) steps[std::size_t(t)] = step;
    left = next;
    step /= 2;
  }
  return steps;
}

Solution ProjectedSgd::run(const Problem& problem, RunContext& context) const {
  const Index n = problem.data.size();
  const auto d = std::size_t(problem.data.dimension());
  const std::int64_t T = passes * n;
  const auto eta = steps == Steps::halving ? halving_steps(T, scale) : inverse_root_steps(T, scale);
  const auto tail = std::int64_t(std::ceil(suffix * double(T)));
  const double lambda = problem.facts.regularisation;
  Stream sampling = context.stream(Purpose::sampling);
  Solution out{.w = std::vector<double>(d, 0.0)};
  std::vector<double>& w = out.w;
  std::vector<double> mean(d, 0.0);
  const auto include = [&](double weight) {
    for (std::size_t j = 0; j < d; ++j) mean[j] += weight * (w[j] - mean[j]);
  };
  problem.data.with_rows([&](const auto& rows) {
    with_loss(*problem.loss, [&](const auto& loss) {
      std::vector<Index> order;
      for (std::int64_t t = 1; t <= T && context.keep_going(); ++t) {
        if ((t - 1) % n == 0) order = sampling.permutation(n);
        const Index i = order[std::size_t((t - 1) % n)];
        const auto row = rows.row(i);
        const double step = without_overshoot(eta[std::size_t(t - 1)], lambda);
        const double slope = loss.slope(dot(row, w), problem.data.y[std::size_t(i)]);
        if (lambda > 0)
          for (double& coordinate : w) coordinate *= 1 - step * lambda;
        add(-step * slope, row, w);
        if (radius > 0) project_onto_ball(w, radius);
        ++out.gradients;
        if (average == Average::polynomial) include((power + 1) / (double(t) + power));
        if (average == Average::suffix && t > T - tail) include(1 / double(t - (T - tail)));
      }
    });
  });
  if (average != Average::last) w.swap(mean);
  return out;
}

Outcome<double> gradient_bound(const Facts& facts, bool projects) {
  const double G = projects ? facts.constants.lipschitz_on_ball : facts.G();
  if (facts.n < 1) return Skip{fmt::format("needs at least one record, has n = {}", facts.n)};
  if (!std::isfinite(G))
    return Skip{"without projection the loss has no gradient bound G: use projection = ball"};
  return G;
}

}  // namespace dpsco
