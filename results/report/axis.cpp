#include "results/report/axis.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include <fmt/format.h>

namespace dpsco {

namespace {

constexpr std::array<double, 3> round_steps{1, 2, 5};

/// 10^k exactly as its decimal text reads, so that ticks print short.
double power_of_ten(int k) {
  return std::stod(fmt::format("1e{}", k));
}

/// Largest 1, 2, 5 times a power of ten at most `value`; pre: value > 0.
double round_below(double value) {
  const int k = int(std::floor(std::log10(value)));
  double best = power_of_ten(k - 1) * 5;
  for (const int power : {k, k + 1})
    for (const double step : round_steps)
      if (step * power_of_ten(power) <= value * (1 + 1e-12)) best = step * power_of_ten(power);
  return best;
}

double round_above(double value) {
  const int k = int(std::floor(std::log10(value)));
  for (const int power : {k - 1, k, k + 1})
    for (const double step : round_steps)
      if (step * power_of_ten(power) >= value * (1 - 1e-12)) return step * power_of_ten(power);
  return power_of_ten(k + 2);
}

void add_log_ticks(ChartAxis& axis) {
  const double decades = std::log10(axis.high / axis.low);
  const int first = int(std::floor(std::log10(axis.low))) - 1;
  const int last = int(std::ceil(std::log10(axis.high))) + 1;
  const int stride = std::max(1, int(std::ceil(decades / 7)));
  for (int k = first; k <= last; ++k) {
    for (const double step : round_steps) {
      if (step > 1 && decades > 3.2) continue;
      if (step == 1 && k % stride != 0) continue;
      const double at = step * power_of_ten(k);
      if (at >= axis.low * (1 - 1e-9) && at <= axis.high * (1 + 1e-9))
        axis.ticks.push_back({at, tick_text(at)});
    }
  }
}

void add_linear_ticks(ChartAxis& axis) {
  const double step = round_above((axis.high - axis.low) / 6);
  axis.low = std::floor(axis.low / step + 1e-9) * step;
  axis.high = std::ceil(axis.high / step - 1e-9) * step;
  const auto count = std::llround((axis.high - axis.low) / step);
  for (long long k = 0; k <= count; ++k) {
    double at = axis.low + double(k) * step;
    if (std::fabs(at) < step * 1e-9) at = 0;
    axis.ticks.push_back({at, tick_text(at)});
  }
}

}  // namespace

double ChartAxis::place(double value) const {
  const double share =
      log ? std::log(value / low) / std::log(high / low) : (value - low) / (high - low);
  return std::clamp(share, 0.0, 1.0);
}

ChartAxis value_axis(std::string title, std::span<const double> values, bool log) {
  ChartAxis axis{.title = std::move(title), .log = log};
  axis.low = *std::min_element(values.begin(), values.end());
  axis.high = *std::max_element(values.begin(), values.end());
  if (log) {
    axis.low = round_below(axis.low);
    axis.high = round_above(axis.high);
    if (axis.high <= axis.low * (1 + 1e-9)) axis.high = round_above(axis.low * 1.5);
    add_log_ticks(axis);
  } else {
    if (axis.high <= axis.low) {
      const double width = axis.low == 0 ? 1 : std::fabs(axis.low) / 2;
      axis.low -= width;
      axis.high += width;
    }
    add_linear_ticks(axis);
  }
  return axis;
}

ChartAxis sweep_axis(std::string title, std::span<const double> values) {
  const std::set<double> distinct(values.begin(), values.end());
  const double least = *distinct.begin(), most = *distinct.rbegin();
  ChartAxis axis = value_axis(title, values, least > 0 && most >= 3 * least);
  if (distinct.size() < 2 || distinct.size() > 9) return axis;
  // A margin of a twentieth on either side keeps markers off the frame.
  ChartAxis close{.title = std::move(title), .log = axis.log, .low = least, .high = most};
  if (close.log) {
    const double margin = std::pow(most / least, 0.05);
    close.low /= margin;
    close.high *= margin;
  } else {
    const double margin = (most - least) * 0.05;
    close.low -= margin;
    close.high += margin;
  }
  double before = -1;
  for (const double value : distinct) {
    if (before >= 0 && close.place(value) - before < 0.08) return axis;
    before = close.place(value);
    close.ticks.push_back({value, tick_text(value)});
  }
  return close;
}

std::string tick_text(double value) {
  return fmt::format("{:.4g}", value);
}

}  // namespace dpsco
