#include "privacy/accountants/gdp_clt.hpp"

#include <cmath>
#include <numbers>

#include "framework/core/check.hpp"
#include "framework/core/special.hpp"
#include "privacy/accountants/gdp_composition.hpp"
#include "privacy/accountants/heterogeneous_steps.hpp"
#include "privacy/accountants/sampled_renyi.hpp"

namespace dpsco {

namespace {

Outcome<double> limit_squared_mu(const Event& event, Adjacency adjacency) {
  const Mechanism& mechanism = event.mechanism;
  const auto* poisson = std::get_if<PoissonSampled>(&mechanism);
  const auto* uniform = std::get_if<SampledWithoutReplacement>(&mechanism);
  if (poisson != nullptr) {
    if (adjacency == Adjacency::replace_one)
      return Skip{"the central-limit formula for Poisson sampling is for add_remove"};
    const auto m = inner_mu(only(poisson->inner, "poisson_sampled"), adjacency);
    if (!m) return m.skip();
    return clt_poisson_squared_mu(poisson->sampling_rate, *m);
  }
  if (uniform != nullptr) {
    if (adjacency != Adjacency::replace_one)
      return Skip{"the central-limit formula for sampling without replacement is for replace_one"};
    const auto m = inner_mu(only(uniform->inner, "sampled_without_replacement"), adjacency);
    if (!m) return m.skip();
    return clt_uniform_squared_mu(double(uniform->batch) / double(uniform->population), *m);
  }
  if (const auto* steps = std::get_if<Heterogeneous>(&mechanism)) {
    long double sum = 0;
    for (const double noise : steps->noise_multiplier) {
      const auto step = with_noise_multiplier(only(steps->inner, "heterogeneous"), noise);
      if (!step) return step.skip();
      auto one = limit_squared_mu(*step, adjacency);
      if (!one) return one;
      sum += static_cast<long double>(*one) * static_cast<long double>(step->count);
    }
    return double(sum);
  }
  return squared_mu(Ledger{.adjacency = adjacency, .events = {{mechanism}}});
}

}  // namespace

double clt_poisson_squared_mu(double q, double m) {
  if (q == 0) return 0;
  return q == 1 ? m * m : q * q * std::expm1(m * m);
}

double clt_uniform_squared_mu(double q, double m) {
  if (q == 0) return 0;
  if (q == 1) return m * m;
  // e^{m^2} Phi(3m/2) + 3 Phi(-m/2) - 2, regrouped so that nothing cancels for small m.
  const double root = 2 * std::numbers::sqrt2;
  const double upper = 0.5 + std::erf(3 * m / root) / 2;
  const double rest = std::erf(3 * m / root) / 2 - 3 * std::erf(m / root) / 2;
  return 2 * q * q * (std::expm1(m * m) * upper + rest);
}

Outcome<Price> GdpCltAccountant::price(const Ledger& ledger, double delta) const {
  require(0 < delta && delta < 1, "delta = {} is outside (0, 1)", delta);
  double sum = 0;
  for (const Event& event : ledger.events) {
    const auto one = limit_squared_mu(event, ledger.adjacency);
    if (!one) return one.skip();
    sum += double(event.count) * *one;
  }
  const double mu = std::sqrt(sum);
  return Price{.epsilon = gdp_epsilon(mu, delta),
               .direction = Direction::estimate,
               .note = fmt::format("mu = {:.6g}, a central-limit approximation, not a bound", mu)};
}

}  // namespace dpsco
