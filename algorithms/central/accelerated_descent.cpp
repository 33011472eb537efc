#include "algorithms/central/accelerated_descent.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace dpsco {

std::int64_t AcceleratedDescent::steps_from(double start) const {
  const double condition = smoothness / convexity;
  const double reach = 3 * std::numbers::sqrt2 * condition * start / tolerance;
  const double steps = 2 + std::ceil(2 * std::sqrt(condition) * std::log(std::max(1.0, reach)));
  return steps < 9e18 ? std::int64_t(steps) : std::numeric_limits<std::int64_t>::max();
}

std::int64_t AcceleratedDescent::run(SmoothObjective& objective,
                                     std::int64_t steps,
                                     RunContext& context,
                                     NewtonPoint& at) const {
  const double root = std::sqrt(convexity / smoothness), momentum = (1 - root) / (1 + root);
  std::vector<double> before = at.w;  // w_k; at holds y_k
  std::int64_t done = 0;
  for (; done < steps && at.slope(ridge) > tolerance && context.keep_going_now(); ++done) {
    for (std::size_t j = 0; j < before.size(); ++j) {
      const double next = at.w[j] - (at.gradient[j] + ridge * at.w[j]) / smoothness;
      at.w[j] = next + momentum * (next - before[j]);
      before[j] = next;
    }
    at.value = objective.move_to(at.w, at.gradient);
  }
  return done;
}

}  // namespace dpsco
