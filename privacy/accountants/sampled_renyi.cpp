#include "privacy/accountants/sampled_renyi.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

#include <fmt/format.h>

#include "privacy/accountants/fixed_size_renyi.hpp"
#include "privacy/accountants/gdp_composition.hpp"
#include "privacy/accountants/heterogeneous_steps.hpp"
#include "privacy/accountants/subsampled_gaussian.hpp"

namespace dpsco {

namespace {

using Curve = RenyiSum::Curve;

/// D is nondecreasing in the order: a hair above 1 bounds the KL divergence.
double above_one(double alpha) {
  return std::max(alpha, 1 + 1e-6);
}

Curve zero_curve() {
  return [](double /*alpha*/) { return 0.0; };
}

/// The smaller of the envelope and, for a single Gaussian, the expansion.
Curve replace_one_curve(double q, double mu, std::shared_ptr<FixedSizeRenyi> expansion) {
  return [q, mu, expansion = std::move(expansion)](double order) {
    const double alpha = above_one(order), envelope = envelope_divergence(q, 1 / mu, alpha);
    return expansion ? std::min(envelope, expansion->divergence(alpha)) : envelope;
  };
}

/// The expansion, or null where there is nothing to expand or, for little noise, nothing to gain.
std::shared_ptr<FixedSizeRenyi> expansion_of(double q, double absent, double replaced) {
  if (!(0 < q && q < 1) || absent > 30) return nullptr;
  return std::make_shared<FixedSizeRenyi>(q, absent, replaced);
}

const Gaussian* single_gaussian(const Event& inner) {
  return inner.count == 1 ? std::get_if<Gaussian>(&inner.mechanism) : nullptr;
}

Outcome<Curve> poisson_curve(const PoissonSampled& sampled, Adjacency adjacency) {
  const Event& inner = only(sampled.inner, "poisson_sampled");
  const double q = sampled.sampling_rate;
  if (adjacency == Adjacency::replace_one) {
    const auto* gaussian = std::get_if<Gaussian>(&inner.mechanism);
    if (gaussian == nullptr)
      return Skip{fmt::format("Poisson sampling of '{}' under replace_one has no proved bound",
                              name(inner.mechanism))};
    // Without the record, the sample is C away from either version; the versions are s <= 2C apart.
    const double sigma = gaussian->noise_multiplier,
                 apart = std::min(2.0, sensitivity_factor(*gaussian, adjacency));
    const double mu = std::max(1.0, apart) * std::sqrt(double(inner.count)) / sigma;
    const double absent = 1 / (sigma * sigma);
    return replace_one_curve(q,
                             mu,
                             inner.count == 1
                                 ? expansion_of(q, absent, std::max(1.0, apart * apart) * absent)
                                 : nullptr);
  }
  if (adjacency == Adjacency::zero_out && std::holds_alternative<Gdp>(inner.mechanism))
    return Skip{
        "a zeroed record is not an absent one for 'gdp': Poisson sampling needs add_remove"};
  const auto mu = inner_mu(inner, adjacency);
  if (!mu) return mu.skip();
  if (*mu == 0) return zero_curve();
  return Curve([q, rho = 1 / *mu](double order) {
    return poisson_gaussian_divergence(q, rho, above_one(order));
  });
}

Outcome<Curve> without_replacement_curve(const SampledWithoutReplacement& sampled,
                                         Adjacency adjacency,
                                         WithoutReplacement how) {
  if (adjacency != Adjacency::replace_one)
    return Skip{fmt::format(
        "sampling without replacement has no bound under {}; use replace_one, or poisson_sampled "
        "under add_remove if each record really is drawn independently",
        name(adjacency))};
  const Event& inner = only(sampled.inner, "sampled_without_replacement");
  const auto mu = inner_mu(inner, adjacency);
  if (!mu) return mu.skip();
  if (*mu == 0) return zero_curve();
  const double q = double(sampled.batch) / double(sampled.population);
  if (how == WithoutReplacement::direction_a)
    return Curve([q, rho = 1 / *mu](double order) {
      return poisson_gaussian_divergence(q, rho, above_one(order));
    });
  const double squared = *mu * *mu;
  return replace_one_curve(
      q, *mu, single_gaussian(inner) != nullptr ? expansion_of(q, squared, squared) : nullptr);
}

}  // namespace

Outcome<double> inner_mu(const Event& inner, Adjacency adjacency) {
  // Not a tree: whose leaf a sampled record is, the event does not say.
  const auto* steps = std::get_if<Heterogeneous>(&inner.mechanism);
  const bool known = std::holds_alternative<Gaussian>(inner.mechanism) ||
                     std::holds_alternative<Gdp>(inner.mechanism) ||
                     (steps != nullptr && std::holds_alternative<Gaussian>(
                                              only(steps->inner, "heterogeneous").mechanism));
  if (!known)
    return Skip{fmt::format("'{}' inside a sample has no bound by a sampled Gaussian",
                            name(inner.mechanism))};
  const auto mu_squared = squared_mu(Ledger{.adjacency = adjacency, .events = {inner}});
  if (!mu_squared) return mu_squared.skip();
  return std::sqrt(*mu_squared);
}

Outcome<Curve> sampled_gaussian_curve(const Mechanism& mechanism,
                                      Adjacency adjacency,
                                      WithoutReplacement how) {
  if (const auto* poisson = std::get_if<PoissonSampled>(&mechanism))
    return poisson_curve(*poisson, adjacency);
  return without_replacement_curve(std::get<SampledWithoutReplacement>(mechanism), adjacency, how);
}

}  // namespace dpsco
