#include "framework/ledger/schedule.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "framework/core/check.hpp"
#include "framework/core/nearest.hpp"
#include "framework/ledger/batch_rule.hpp"

namespace dpsco {

namespace {

constexpr double max_updates = 1e8;  // 2.4 GB of arrays, made when a ledger is priced or run
constexpr double max_noises = 2e7;   // made when a ledger is read

/// What a generator takes besides `updates`, and the event it belongs to.
struct Generator {
  std::string_view name, event;
  std::vector<std::string_view> required{};
  std::vector<std::string_view> flags{};  ///< 0 or 1, 0 if left out
};

const std::vector<Generator>& generators() {
  static const std::vector<Generator> all{
      {"growing-batches", "noisy_iteration", {"step_sensitivity", "sigma"}},
      {"snowball", "noisy_iteration", {"step_sensitivity", "sigma", "growth"}},
      {"ma2022",
       "noisy_iteration",
       {"step_sensitivity", "beta0"},
       {"printed_index", "equalised", "constant_shrinkage"}},
      {"ma2022-multi-pass", "heterogeneous", {"n_delta", "step_scale"}}};
  return all;
}

const Generator& generator_of(const NamedSchedule& schedule) {
  std::vector<std::string> names;
  for (const Generator& one : generators()) {
    if (one.name == schedule.generator) return one;
    names.emplace_back(one.name);
  }
  throw ConfigError(fmt::format(
      "unknown schedule '{}'{}", schedule.generator, did_you_mean(schedule.generator, names)));
}

double parameter(const NamedSchedule& schedule, std::string_view key) {
  const auto found = schedule.parameters.find(std::string(key));
  require(found != schedule.parameters.end(),
          "schedule '{}' needs the parameter '{}'",
          schedule.generator,
          key);
  require(std::isfinite(found->second) && found->second >= 0,
          "schedule '{}': {} = {} must be finite and at least 0",
          schedule.generator,
          key,
          found->second);
  return found->second;
}

bool flag(const NamedSchedule& schedule, std::string_view key) {
  const auto found = schedule.parameters.find(std::string(key));
  if (found == schedule.parameters.end()) return false;
  require(found->second == 0 || found->second == 1,
          "schedule '{}': {} = {} must be 0 or 1",
          schedule.generator,
          key,
          found->second);
  return found->second == 1;
}

void refuse_unknown(const NamedSchedule& schedule, const Generator& generator) {
  std::vector<std::string> known{"updates"};
  known.insert(known.end(), generator.required.begin(), generator.required.end());
  known.insert(known.end(), generator.flags.begin(), generator.flags.end());
  for (const auto& [key, value] : schedule.parameters)
    require(std::find(known.begin(), known.end(), key) != known.end(),
            "schedule '{}' has no parameter '{}'{}",
            schedule.generator,
            key,
            did_you_mean(key, known));
}

void require_event(const NamedSchedule& schedule, std::string_view event) {
  check(schedule);
  const Generator& generator = generator_of(schedule);
  require(generator.event == event,
          "schedule '{}' belongs to '{}', not to '{}'",
          generator.name,
          generator.event,
          event);
}

}  // namespace

std::int64_t growing_batch(std::int64_t t, std::int64_t T) {
  const std::int64_t left = 2 * (T - t + 1);
  auto m = std::int64_t(std::ceil(std::sqrt(double(T) / double(left))));
  while (m > 1 && left * (m - 1) * (m - 1) >= T) --m;  // floating point proposes, integers decide
  while (left * m * m < T) ++m;
  return m;
}

std::int64_t single_pass_horizon(std::int64_t n) {
  return BatchRule{}.horizon(n);
}

void check(const NamedSchedule& schedule) {
  const Generator& generator = generator_of(schedule);
  const double updates = parameter(schedule, "updates");
  const double most = generator.event == "heterogeneous" ? max_noises : max_updates;
  require(updates == std::floor(updates) && updates <= most,
          "schedule '{}': updates = {} must be a whole number up to {}",
          schedule.generator,
          updates,
          most);
  for (const std::string_view key : generator.required) (void)parameter(schedule, key);
  for (const std::string_view key : generator.flags) (void)flag(schedule, key);
  for (const std::string_view key : {"growth", "step_scale", "n_delta"})
    if (schedule.parameters.contains(std::string(key)))
      require(parameter(schedule, key) > 0,
              "schedule '{}': {} must be positive",
              schedule.generator,
              key);
  require(
      !schedule.parameters.contains("growth") || parameter(schedule, "growth") <= largest_growth,
      "schedule '{}': growth must be at most {}",
      schedule.generator,
      largest_growth);
  require(!schedule.parameters.contains("n_delta") || parameter(schedule, "n_delta") < 2.5,
          "schedule '{}': n_delta must be below 2.5, or its step sizes are not real",
          schedule.generator);
  refuse_unknown(schedule, generator);
}

BatchRule batch_rule(const NamedSchedule& schedule) {
  require_event(schedule, "noisy_iteration");
  BatchRule rule;
  if (schedule.generator == "snowball")
    return {.kind = BatchRule::Kind::snowball, .growth = parameter(schedule, "growth")};
  if (flag(schedule, "equalised"))
    rule.kind = flag(schedule, "constant_shrinkage") ? BatchRule::Kind::equalised_constant
                                                     : BatchRule::Kind::equalised_harmonic;
  rule.printed_index = flag(schedule, "printed_index");
  return rule;
}

IterationArrays expand(const NamedSchedule& schedule) {
  const BatchRule rule = batch_rule(schedule);
  const bool shrinks = schedule.generator == "ma2022";
  const bool constant = flag(schedule, "constant_shrinkage");
  const double step_sensitivity = parameter(schedule, "step_sensitivity");
  const double scale = parameter(schedule, shrinks ? "beta0" : "sigma");

  const std::int64_t T = std::int64_t(parameter(schedule, "updates")) + 1;
  IterationArrays arrays;
  for (auto* array : {&arrays.sensitivity, &arrays.sigma, &arrays.contraction})
    array->reserve(std::size_t(T - 1));
  for (std::int64_t t = 2; t <= T; ++t) {
    const double c = shrinks ? 1 - 1 / double(constant ? T : t) : 1;
    arrays.sensitivity.push_back(step_sensitivity * c / double(rule.batch(t, T)));
    arrays.sigma.push_back(shrinks ? std::sqrt((1 - c * c) * scale) : scale);
    arrays.contraction.push_back(c);
  }
  return arrays;
}

std::vector<double> expand_noise_multipliers(const NamedSchedule& schedule) {
  require_event(schedule, "heterogeneous");
  const auto T = std::int64_t(parameter(schedule, "updates")) + 1;
  const double n_delta = parameter(schedule, "n_delta"), scale = parameter(schedule, "step_scale");
  std::vector<double> noise;
  noise.reserve(std::size_t(T - 1));
  for (std::int64_t t = 2; t <= T; ++t)
    noise.push_back(std::sqrt(multi_pass_increment(t, n_delta)) / scale);
  return noise;
}

double multi_pass_inverse_square(std::int64_t t, double n_delta) {
  const auto s = double(t);
  return 8 * s * std::log(2.5 * s * s / n_delta);
}

double multi_pass_increment(std::int64_t t, double n_delta) {
  // t L_t - (t-1) L_{t-1} = L_t + 2 (t-1) log(t/(t-1)), L_t = log(2.5 t^2/(n delta)).
  const auto s = double(t);
  return 8 * (std::log(2.5 * s * s / n_delta) - 2 * (s - 1) * std::log1p(-1 / s));
}

}  // namespace dpsco
