#include "suites/audit/shares.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>

#include "framework/core/check.hpp"

namespace dpsco {

namespace {

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Two significant digits, down.
std::int64_t rounded_down(double runs) {
  const double unit = std::pow(10, std::max(0.0, std::floor(std::log10(runs)) - 1));
  return std::int64_t(std::floor(runs / unit) * unit);
}

}  // namespace

double seconds_of(const std::string& duration) {
  double value = 0;
  const char* const end = duration.data() + duration.size();
  const auto [rest, error] = std::from_chars(duration.data(), end, value);
  const std::string_view unit(rest, std::size_t(end - rest));
  const bool known = unit.empty() || unit == "s" || unit == "m" || unit == "h";
  require(error == std::errc{} && known && value > 0 && std::isfinite(value),
          "'{}' is no duration: expected a positive number of seconds, or one with s, m or h, like "
          "90s or 5m",
          duration);
  return value * (unit == "m" ? 60 : unit == "h" ? 3600 : 1);
}

void Shares::begin_row() {
  row_start_ = Clock::now();
  share_ =
      std::max(0.0, seconds_ - seconds_since(start_)) / double(std::max<std::size_t>(1, left_));
  if (left_ > 0) --left_;
}

double Shares::row_seconds() const {
  return seconds_since(row_start_);
}

std::int64_t Shares::runs(double seconds_a_run) const {
  const double most = (share_ - row_seconds()) / seconds_a_run;
  return std::clamp(most > 1 ? rounded_down(most) : 0, fewest_audit_runs, most_audit_runs);
}

}  // namespace dpsco
