#include "algorithms/central/projected_sgd.hpp"

#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "algorithms/central/full_gradient.hpp"
#include "algorithms/central/step_cap.hpp"
#include "framework/problem/losses/losses.hpp"

namespace dpsco {

StepSizes::StepSizes(Rule rule, std::int64_t T, double scale)
    : rule_(rule),
      T_(T),
      left_(T),
      end_(phase_end()),
      scale_(scale),
      step_(scale / std::sqrt(double(T))) {}

std::int64_t StepSizes::phase_end() const {
  return left_ > 1 ? T_ - (left_ - left_ / 2) : T_;  // ceil of half: ceilings nest
}

double StepSizes::next() {
  ++t_;
  if (rule_ == Rule::inverse_root) return scale_ / std::sqrt(double(t_));
  while (t_ > end_) {
    left_ -= left_ / 2;
    end_ = phase_end();
    step_ /= 2;
  }
  return step_;
}

Solution ProjectedSgd::run(const Problem& problem, RunContext& context) const {
  const Index n = problem.data.size();
  const auto d = std::size_t(problem.data.dimension());
  const std::int64_t T = passes * n;
  StepSizes eta(steps, T, scale);
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
        const double step = without_overshoot(eta.next(), lambda);
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
