#include "algorithms/central/perturbed_minimum.hpp"

#include <cmath>
#include <stdexcept>

#include <fmt/format.h>

#include "framework/problem/newton.hpp"

namespace dpsco {

double records_changed(Adjacency adjacency) {
  return adjacency == Adjacency::replace_one ? 2 : 1;
}

Solution PerturbedMinimum::run(const Problem& problem, RunContext& context) const {
  const Index n = problem.facts.n, d = problem.data.dimension();
  Stream noise = context.stream(Purpose::noise);
  std::vector<double> b(std::size_t(d), 0.0);
  linear.add(noise, b);
  for (double& coordinate : b) coordinate /= double(n);

  SmoothObjective objective(problem, n, b);
  NewtonPoint at = newton_start(objective, d);
  // One step a call, so that a stop is heard between them.
  for (int step = 1; step <= max_steps && at.slope(extra_l2) > gamma / 2; ++step) {
    if (!context.keep_going_now()) return {.w = std::vector<double>(std::size_t(d), 0.0)};
    newton(objective, extra_l2, gamma / 2, step, at);
  }
  if (!(at.slope(extra_l2) <= gamma / 2))
    throw std::runtime_error(fmt::format(
        "the solver did not reach a gradient of {:.3g} in {} Newton steps, so nothing is released: "
        "expected a larger solver error, more steps or a larger lambda",
        gamma,
        max_steps));
  Solution out{.w = std::move(at.w), .gradients = (at.steps + 1) * problem.data.size()};
  output.add(noise, out.w);
  return out;
}

std::string uncertifiable(double gamma, const Facts& facts) {
  const double smallest = std::ldexp(double(facts.n + 16) * facts.G(), -51);
  if (gamma >= smallest) return {};
  return fmt::format(
      "a gradient norm of {:.3g} is below what double precision certifies for n = {}: the smallest "
      "is {:.3g}",
      gamma,
      facts.n,
      smallest);
}

}  // namespace dpsco
