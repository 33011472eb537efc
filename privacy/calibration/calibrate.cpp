#include "privacy/calibration/calibrate.hpp"

#include <cmath>
#include <functional>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "framework/core/check.hpp"
#include "framework/core/nearest.hpp"
#include "privacy/calibration/root_calibrator.hpp"

namespace dpsco {

namespace {

constexpr std::int64_t most_steps = 1'000'000'000'000'000;
constexpr double tolerance = 1e-9;

/// Calls f(noise_multiplier) on every noise multiplier of an event, nested ones included.
void for_each_noise(Event& event, const std::function<void(double&)>& f) {
  if (auto* gaussian = std::get_if<Gaussian>(&event.mechanism)) f(gaussian->noise_multiplier);
  if (auto* laplace = std::get_if<Laplace>(&event.mechanism)) f(laplace->noise_multiplier);
  if (auto* tree = std::get_if<TreeAggregation>(&event.mechanism)) f(tree->noise_multiplier);
  if (auto* poisson = std::get_if<PoissonSampled>(&event.mechanism))
    for_each_noise(poisson->inner.at(0), f);
  if (auto* sampled = std::get_if<SampledWithoutReplacement>(&event.mechanism))
    for_each_noise(sampled->inner.at(0), f);
  if (auto* selection = std::get_if<Selection>(&event.mechanism))
    for (Event& inner : selection->inner) for_each_noise(inner, f);
  if (auto* steps = std::get_if<Heterogeneous>(&event.mechanism)) {
    steps->schedule.reset();  // what follows need not be its expansion
    for (double& noise : steps->noise_multiplier) f(noise);
  }
}

/// epsilon if it counts as a proof; a Skip otherwise.
Outcome<double> proven(const Accountant& accountant, const Ledger& ledger, double delta) {
  const auto price = accountant.price(ledger, delta);
  if (!price) return Skip{price.skip().reason, SkipKind::infeasible};
  if (price->direction != Direction::upper && price->direction != Direction::exact)
    return Skip{fmt::format("the accountant's answer is only '{}', which may not calibrate",
                            name(price->direction)),
                SkipKind::infeasible};
  return price->epsilon;
}

Outcome<Calibration> verified(double value,
                              Ledger ledger,
                              const Accountant& accountant,
                              const Target& target) {
  const auto epsilon = proven(accountant, ledger, target.delta);
  if (!epsilon) return epsilon.skip();
  require(*epsilon <= target.epsilon, "calibration overshot: {} > {}", *epsilon, target.epsilon);
  return Calibration{.value = value, .epsilon = *epsilon, .ledger = std::move(ledger)};
}

Outcome<Calibration> noise_multiplier(const Ledger& ledger,
                                      const Accountant& accountant,
                                      const Target& target) {
  std::optional<double> first;
  Ledger copy = ledger;
  for (Event& event : copy.events)
    for_each_noise(event, [&](double& noise) { first = first.value_or(noise); });
  require(first.has_value(), "the ledger has no noise_multiplier to calibrate");
  const auto at = [&](double scale) {
    Ledger scaled = ledger;
    for (Event& event : scaled.events)
      for_each_noise(event, [scale](double& noise) { noise *= scale; });
    return scaled;
  };
  const auto scale = RootCalibrator(accountant).smallest_scale(at, target);
  if (!scale) return scale.skip();
  return verified(*first * *scale, at(*scale), accountant, target);
}

Outcome<Calibration> beta0(const Ledger& ledger,
                           const Accountant& accountant,
                           const Target& target) {
  const auto schedule_of = [](Ledger& of) -> NamedSchedule* {
    auto* iteration =
        of.events.size() == 1 ? std::get_if<NoisyIteration>(&of.events[0].mechanism) : nullptr;
    auto* named = iteration == nullptr ? nullptr : std::get_if<NamedSchedule>(&iteration->schedule);
    return named != nullptr && named->parameters.contains("beta0") ? named : nullptr;
  };
  Ledger copy = ledger;
  require(schedule_of(copy) != nullptr,
          "beta0 needs a ledger of one noisy_iteration with schedule 'ma2022'");
  const auto at = [&](double scale) {  // beta0 is a variance
    Ledger scaled = ledger;
    schedule_of(scaled)->parameters["beta0"] = scale * scale;
    return scaled;
  };
  const auto scale = RootCalibrator(accountant).smallest_scale(at, target);
  if (!scale) return scale.skip();
  return verified(*scale * *scale, at(*scale), accountant, target);
}

Outcome<Calibration> steps(const Ledger& ledger,
                           const Accountant& accountant,
                           const Target& target) {
  require(ledger.events.size() == 1,
          "steps needs a ledger of one event, this one has {}",
          ledger.events.size());
  const auto at = [&](std::int64_t count) {
    Ledger copy = ledger;
    copy.events[0].count = count;
    return copy;
  };
  const auto one = proven(accountant, at(1), target.delta);
  if (!one) return one.skip();
  if (*one > target.epsilon)
    return Skip{fmt::format("one step already costs epsilon = {:.6g}", *one), SkipKind::infeasible};
  std::int64_t low = 1, high = 2;  // invariant: low is affordable; high is not, or the limit
  for (;; high *= 2) {
    if (high >= most_steps) return verified(double(low), at(low), accountant, target);
    const auto epsilon = proven(accountant, at(high), target.delta);
    if (!epsilon || *epsilon > target.epsilon)
      break;  // unpriceable that far out: stay with what is proven
    low = high;
  }
  while (high - low > 1) {
    const std::int64_t middle = low + (high - low) / 2;
    const auto epsilon = proven(accountant, at(middle), target.delta);
    (epsilon && *epsilon <= target.epsilon ? low : high) = middle;
  }
  return verified(double(low), at(low), accountant, target);
}

Outcome<Calibration> sampling_rate(const Ledger& ledger,
                                   const Accountant& accountant,
                                   const Target& target) {
  require(ledger.events.size() == 1 &&
              std::holds_alternative<PoissonSampled>(ledger.events[0].mechanism),
          "sampling_rate needs a ledger of one poisson_sampled event");
  const auto at = [&](double rate) {
    Ledger copy = ledger;
    std::get<PoissonSampled>(copy.events[0].mechanism).sampling_rate = rate;
    return copy;
  };
  const auto affordable = [&](double rate) {
    const auto epsilon = proven(accountant, at(rate), target.delta);
    return epsilon && *epsilon <= target.epsilon;
  };
  if (affordable(1)) return verified(1, at(1), accountant, target);
  double low = 1, high = 1;
  while (!affordable(low)) {
    high = low;
    low /= 4;
    if (low < 1e-15) {
      const auto epsilon = proven(accountant, at(low), target.delta);
      if (!epsilon) return epsilon.skip();
      return Skip{fmt::format("no sampling rate reaches epsilon = {}; the best is {:.4g}",
                              target.epsilon,
                              *epsilon),
                  SkipKind::infeasible};
    }
  }
  while (high - low > tolerance * low) {
    const double middle = low + (high - low) / 2;
    (affordable(middle) ? low : high) = middle;
  }
  return verified(low, at(low), accountant, target);
}

}  // namespace

Outcome<Calibration> calibrate(const Ledger& ledger,
                               std::string_view parameter,
                               const Accountant& accountant,
                               const Target& target) {
  require(target.epsilon > 0 && std::isfinite(target.epsilon),
          "epsilon = {} must be positive and finite",
          target.epsilon);
  require(0 < target.delta && target.delta < 1, "delta = {} is outside (0, 1)", target.delta);
  if (parameter == "noise_multiplier") return noise_multiplier(ledger, accountant, target);
  if (parameter == "beta0") return beta0(ledger, accountant, target);
  if (parameter == "steps") return steps(ledger, accountant, target);
  if (parameter == "sampling_rate") return sampling_rate(ledger, accountant, target);
  const std::vector<std::string> known{"beta0", "noise_multiplier", "sampling_rate", "steps"};
  throw ConfigError(
      fmt::format("can't calibrate '{}'{}", parameter, did_you_mean(parameter, known)));
}

Outcome<double> delta_at(const Ledger& ledger, const Accountant& accountant, double epsilon) {
  require(epsilon >= 0, "epsilon = {} must be >= 0", epsilon);
  constexpr double smallest = -700;  // log of about 1e-304
  const auto proves = [&](double log_delta) -> Outcome<bool> {
    const auto price = accountant.price(ledger, std::exp(log_delta));
    if (!price) return price.skip();
    return price->epsilon <= epsilon;
  };
  double low = smallest, high = -1e-9;  // invariant: high proves epsilon, low does not
  const auto at_low = proves(low), at_high = proves(high);
  if (!at_low) return at_low.skip();
  if (!at_high) return at_high.skip();
  if (*at_low) return 0.0;
  if (!*at_high)
    return Skip{fmt::format("epsilon = {} is proven at no delta below 1", epsilon),
                SkipKind::infeasible};
  while (high - low > tolerance) {
    const double middle = low + (high - low) / 2;
    const auto at_middle = proves(middle);
    if (!at_middle) return at_middle.skip();
    (*at_middle ? high : low) = middle;
  }
  return std::exp(high) * (1 + 1e-14);
}

}  // namespace dpsco
