#include "privacy/accountants/heterogeneous_steps.hpp"

#include <fmt/format.h>

#include "framework/core/check.hpp"

namespace dpsco {

namespace {

Event* innermost(Event& step) {
  if (auto* sampled = std::get_if<PoissonSampled>(&step.mechanism))
    return sampled->inner.empty() ? nullptr : innermost(sampled->inner.front());
  if (auto* sampled = std::get_if<SampledWithoutReplacement>(&step.mechanism))
    return sampled->inner.empty() ? nullptr : innermost(sampled->inner.front());
  return &step;
}

}  // namespace

const Event& only(const std::vector<Event>& inner, std::string_view owner) {
  require(inner.size() == 1, "{}: expected exactly one inner event, found {}", owner, inner.size());
  return inner.front();
}

Outcome<Event> with_noise_multiplier(Event step, double noise_multiplier) {
  if (Event* event = innermost(step)) {
    if (auto* gaussian = std::get_if<Gaussian>(&event->mechanism)) {
      gaussian->noise_multiplier = noise_multiplier;
      return step;
    }
    if (auto* laplace = std::get_if<Laplace>(&event->mechanism)) {
      laplace->noise_multiplier = noise_multiplier;
      return step;
    }
    if (auto* tree = std::get_if<TreeAggregation>(&event->mechanism)) {
      tree->noise_multiplier = noise_multiplier;
      return step;
    }
  }
  return Skip{fmt::format("'{}' inside 'heterogeneous' has no noise multiplier to replace",
                          name(step.mechanism))};
}

}  // namespace dpsco
