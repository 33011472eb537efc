#include "algorithms/central/perturbed_minimum.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include <fmt/format.h>

#include "algorithms/central/accelerated_descent.hpp"
#include "algorithms/central/newton_loop.hpp"

namespace dpsco {

namespace {

constexpr double above = 1 + 1e-12;  // past the rounding of declared bounds

}  // namespace

double records_changed(Adjacency adjacency) {
  return adjacency == Adjacency::replace_one ? 2 : 1;
}

Solution PerturbedMinimum::run(const Problem& problem, RunContext& context) const {
  const Index n = problem.facts.n, d = problem.data.dimension();
  const Facts& facts = problem.facts;
  Stream noise = context.stream(Purpose::noise);
  std::vector<double> b(std::size_t(d), 0.0);
  linear.add(noise, b);
  for (double& coordinate : b) coordinate /= double(n);

  SmoothObjective objective(problem, n, b);
  NewtonPoint at = newton_start(objective, d);
  const auto certified = [&] { return at.slope(extra_l2) <= gamma / 2; };
  newton_while(
      objective, extra_l2, gamma / 2, max_steps, [&] { return context.keep_going_now(); }, at);
  std::int64_t sweeps = at.steps + 1;
  if (!certified() && !context.interrupted()) {
    // Under add_remove the records may be more than the declared n which divides their sum.
    const double share = std::max(1.0, double(problem.data.size()) / double(n));
    const double Lambda = facts.regularisation + extra_l2;
    const AcceleratedDescent descent{.ridge = extra_l2,
                                     .convexity = Lambda,
                                     .smoothness = (share * facts.L() + Lambda) * above,
                                     .tolerance = gamma / 2};
    // Long enough for an exact gradient of gamma / 8: with the gamma / 4 by which the computed one
    // may err (smallest_gamma) it is seen below gamma / 2.
    AcceleratedDescent longer = descent;
    longer.tolerance = gamma / 8;
    const double start = (share * facts.G() + norm(b)) * above;  // >= ||grad J(0)||
    if (!(at.slope(extra_l2) <= start)) at = newton_start(objective, d);
    sweeps += descent.run(objective, longer.steps_from(start), context, at);
  }
  if (context.interrupted()) return {.w = std::vector<double>(std::size_t(d), 0.0)};
  if (!certified())
    throw std::logic_error(
        fmt::format("descent of the planned length missed a gradient of {:.3g}, which it reaches "
                    "for every data set within the declared bounds: a defect of this program, or "
                    "data outside their bounds; nothing is released",
                    gamma));
  Solution out{.w = std::move(at.w), .gradients = sweeps * problem.data.size()};
  output.add(noise, out.w);
  return out;
}

double smallest_gamma(const PerturbedMinimum& minimum, const Facts& facts) {
  const double n = double(facts.n), d = double(facts.d), G = facts.G(), L = facts.L();
  const double Lambda = facts.regularisation + minimum.extra_l2;
  const double b = minimum.linear.likely_norm(d) / n;  // on the scale of the mean gradient
  const double farthest = (G + b) / Lambda;
  return std::ldexp((n + 16) * G + 16 * b + (d + 1) * L * farthest, -51);  // 4 u (...)
}

std::string uncertifiable(const PerturbedMinimum& minimum, const Facts& facts) {
  const double smallest = smallest_gamma(minimum, facts);
  if (minimum.gamma >= smallest) return {};
  return fmt::format(
      "a gradient norm of {:.3g} is below what double precision certifies for n = {}, d = {} and "
      "an l2 weight of {:.3g}: the smallest is {:.3g}",
      minimum.gamma,
      facts.n,
      facts.d,
      facts.regularisation + minimum.extra_l2,
      smallest);
}

}  // namespace dpsco
