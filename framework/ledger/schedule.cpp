#include "framework/ledger/schedule.hpp"

#include <cmath>

#include "framework/core/check.hpp"
#include "framework/core/nearest.hpp"

namespace dpsco {

namespace {

constexpr double max_updates = 1e8;  // 2.4 GB of arrays

double parameter(const NamedSchedule& schedule, const std::string& key, double low) {
  const auto found = schedule.parameters.find(key);
  require(found != schedule.parameters.end(),
          "schedule '{}' needs the parameter '{}'",
          schedule.generator,
          key);
  require(std::isfinite(found->second) && found->second >= low,
          "schedule '{}': {} = {} must be finite and at least {}",
          schedule.generator,
          key,
          found->second,
          low);
  return found->second;
}

const char* noise_parameter(const NamedSchedule& schedule) {
  return schedule.generator == "ma2022" ? "beta0" : "sigma";
}

std::int64_t sum_of_batches(std::int64_t T, std::int64_t limit) {
  std::int64_t sum = 0;
  for (std::int64_t t = 2; t <= T && sum <= limit; ++t) sum += growing_batch(t, T);
  return sum;
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
  std::int64_t low = 1, high = n + 2;  // invariant: low fits in n records, high does not (m_t >= 1)
  while (high - low > 1) {
    const std::int64_t middle = low + (high - low) / 2;
    (sum_of_batches(middle, n) <= n ? low : high) = middle;
  }
  return low;
}

void check(const NamedSchedule& schedule) {
  const std::string& generator = schedule.generator;
  const std::vector<std::string> known{"growing-batches", "ma2022"};
  require(generator == known[0] || generator == known[1],
          "unknown schedule '{}'{}",
          generator,
          did_you_mean(generator, known));
  const double updates = parameter(schedule, "updates", 0);
  require(updates == std::floor(updates) && updates <= max_updates,
          "schedule '{}': updates = {} must be a whole number up to {}",
          generator,
          updates,
          max_updates);
  (void)parameter(schedule, "step_sensitivity", 0);
  (void)parameter(schedule, noise_parameter(schedule), 0);
  require(schedule.parameters.size() == 3,
          "schedule '{}' takes updates, step_sensitivity and {}",
          generator,
          noise_parameter(schedule));
}

IterationArrays expand(const NamedSchedule& schedule) {
  check(schedule);
  const bool shrinks = schedule.generator == "ma2022";
  const double step_sensitivity = parameter(schedule, "step_sensitivity", 0);
  const double scale = parameter(schedule, noise_parameter(schedule), 0);

  const std::int64_t T = std::int64_t(parameter(schedule, "updates", 0)) + 1;
  IterationArrays arrays;
  for (auto* array : {&arrays.sensitivity, &arrays.sigma, &arrays.contraction})
    array->reserve(std::size_t(T - 1));
  for (std::int64_t t = 2; t <= T; ++t) {
    const double c = shrinks ? 1 - 1 / double(t) : 1;
    arrays.sensitivity.push_back(step_sensitivity * c / double(growing_batch(t, T)));
    arrays.sigma.push_back(shrinks ? std::sqrt((1 - c * c) * scale) : scale);
    arrays.contraction.push_back(c);
  }
  return arrays;
}

}  // namespace dpsco
