#include "algorithms/central/objective_noise.hpp"

#include <cmath>

#include "framework/core/special.hpp"

namespace dpsco {

namespace {

constexpr double above = 1 + 1e-14;  // past the rounding of the few operations behind it

}  // namespace

double jacobian_epsilon(const Facts& facts, double Lambda) {
  return std::log1p(facts.L() / (double(facts.n) * Lambda)) * above;
}

double weight_for_jacobian(const Facts& facts, double c) {
  return facts.L() / (double(facts.n) * std::expm1(c)) * above;
}

Pure exponential_release(double scale, double jacobian) {
  return {.epsilon = (1 / scale + jacobian) * above};
}

Approximate gaussian_release(double scale, double jacobian, double delta, Adjacency adjacency) {
  const double corners = adjacency == Adjacency::replace_one ? 4 : 2;
  const double epsilon = gdp_epsilon(1 / scale * above, delta / corners * (1 - 1e-15));
  return {.epsilon = (epsilon + jacobian) * above, .delta = delta};
}

}  // namespace dpsco
