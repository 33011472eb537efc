#include "privacy/accountants/dp_steps.hpp"

#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "privacy/accountants/heterogeneous_steps.hpp"
#include "privacy/accountants/mixture.hpp"
#include "privacy/accountants/selection.hpp"

namespace dpsco {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
/// Covers the rounding of the sums in extended precision and of one subtraction.
constexpr double rounding = 4e-16;

using Steps = std::vector<DpStep>;

void append(Steps& steps, const DpStep& step) {
  if (!steps.empty() && steps.back().epsilon == step.epsilon && steps.back().delta == step.delta)
    steps.back().count += step.count;
  else
    steps.push_back(step);
}

Outcome<bool> append_event(Steps& steps, const Event& event, Adjacency adjacency);

/// Steps of a sampled event: what happens inside one sample composes first, then is amplified.
Outcome<bool> append_sampled(
    Steps& steps, const Event& inner, double q, std::int64_t count, Adjacency adjacency) {
  Steps inside;
  auto known = append_event(inside, inner, adjacency);
  if (!known) return known;
  const StepSums total = sums(inside);
  append(steps, {amplified_epsilon(total.epsilon, q), q * total.delta, count});
  return true;
}

/// The best of many runs: only what is pure has a price here.
Outcome<bool> append_selection(Steps& steps,
                               const Selection& selection,
                               std::int64_t count,
                               Adjacency adjacency) {
  Steps inside;
  for (const Event& inner : selection.inner)
    if (auto known = append_event(inside, inner, adjacency); !known) return known;
  const StepSums total = sums(inside);
  if (total.delta > 0)
    return Skip{
        "selection of runs with a delta of their own has no pure or approximate guarantee here"};
  append(steps, {selected_epsilon(selection, total.epsilon), 0, count});
  return true;
}

Outcome<bool> append_heterogeneous(Steps& steps,
                                   const Heterogeneous& event,
                                   std::int64_t count,
                                   Adjacency adjacency) {
  for (const double noise : event.noise_multiplier) {
    auto step = with_noise_multiplier(only(event.inner, "heterogeneous"), noise);
    if (!step) return step.skip();
    Event one = *std::move(step);
    one.count *= count;
    auto known = append_event(steps, one, adjacency);
    if (!known) return known;
  }
  return true;
}

Outcome<bool> append_event(Steps& steps, const Event& event, Adjacency adjacency) {
  const Mechanism& mechanism = event.mechanism;
  const auto pure = [&](double epsilon, double delta = 0) {
    append(steps, {epsilon, delta, event.count});
    return true;
  };
  if (std::holds_alternative<NonPrivate>(mechanism)) return pure(infinity);
  if (const auto* m = std::get_if<Pure>(&mechanism)) return pure(m->epsilon);
  if (const auto* m = std::get_if<Approximate>(&mechanism)) return pure(m->epsilon, m->delta);
  if (const auto* m = std::get_if<Laplace>(&mechanism))
    return pure(sensitivity_factor(*m, adjacency) / m->noise_multiplier);
  if (const auto* m = std::get_if<ExponentialNoiseL2>(&mechanism))
    return pure(m->rate * m->sensitivity);
  if (const auto* m = std::get_if<LaplaceUniformMixture>(&mechanism)) {
    const auto epsilon = mixture_pure_epsilon(*m);
    return epsilon ? Outcome<bool>(pure(*epsilon)) : Outcome<bool>(epsilon.skip());
  }
  if (const auto* m = std::get_if<Heterogeneous>(&mechanism))
    return append_heterogeneous(steps, *m, event.count, adjacency);
  if (const auto* m = std::get_if<Selection>(&mechanism))
    return append_selection(steps, *m, event.count, adjacency);
  if (const auto* m = std::get_if<PoissonSampled>(&mechanism)) {
    if (adjacency != Adjacency::add_remove)
      return Skip{fmt::format(
          "amplification by Poisson sampling holds under add_remove, the ledger's adjacency is {}",
          name(adjacency))};
    return append_sampled(
        steps, only(m->inner, "poisson_sampled"), m->sampling_rate, event.count, adjacency);
  }
  if (const auto* m = std::get_if<SampledWithoutReplacement>(&mechanism)) {
    if (adjacency != Adjacency::replace_one)
      return Skip{fmt::format(
          "amplification by sampling without replacement holds under replace_one, the ledger's "
          "adjacency is {}; use replace_one, or poisson_sampled under add_remove",
          name(adjacency))};
    return append_sampled(steps,
                          only(m->inner, "sampled_without_replacement"),
                          double(m->batch) / double(m->population),
                          event.count,
                          adjacency);
  }
  return Skip{fmt::format("'{}' has no pure or approximate guarantee of its own", name(mechanism))};
}

}  // namespace

double amplified_epsilon(double epsilon, double q) {
  if (q == 0) return 0;
  if (epsilon < 1) return std::log1p(q * std::expm1(epsilon));
  return epsilon + std::log(q + (1 - q) * std::exp(-epsilon));
}

Outcome<std::vector<DpStep>> dp_steps(const Ledger& ledger) {
  Steps steps;
  for (const Event& event : ledger.events) {
    const auto known = append_event(steps, event, ledger.adjacency);
    if (!known) return known.skip();
  }
  return steps;
}

StepSums sums(const std::vector<DpStep>& steps) {
  // Extended precision: a million small steps lose no digit that a double holds.
  long double epsilon = 0, squares = 0, excess = 0, tanh = 0, delta = 0, log_survival = 0;
  for (const DpStep& step : steps) {
    const auto k = static_cast<long double>(step.count), e = static_cast<long double>(step.epsilon);
    epsilon += k * e;
    squares += k * e * e;
    excess += k * e * std::expm1(e);
    tanh += k * e * std::tanh(e / 2);
    delta += k * static_cast<long double>(step.delta);
    log_survival += k * std::log1p(-static_cast<long double>(step.delta));
  }
  return {.epsilon = double(epsilon),
          .squares = double(squares),
          .excess = double(excess),
          .tanh = double(tanh),
          .delta = double(delta),
          .log_survival = double(log_survival)};
}

double additive_slack(const StepSums& sums, double delta) {
  return sums.delta == 0 ? delta : delta - sums.delta - rounding * delta;
}

double multiplicative_slack(double log_survival, double delta) {
  if (log_survival == 0) return delta;
  return -std::expm1(std::log1p(-delta) - log_survival) - rounding * delta;
}

}  // namespace dpsco
