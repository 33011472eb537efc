// Axes with round ticks, for pictures of any kind.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace dpsco {

struct ChartTick {
  double at = 0;
  std::string label{};
};

struct ChartAxis {
  std::string title{};  ///< with its unit
  bool log = false;
  double low = 0, high = 1;
  std::vector<ChartTick> ticks{};
  /// 0 at low, 1 at high, clamped. pre: value > 0 on a log axis.
  double place(double value) const;
};

/// An axis that holds all values, with ticks at 1, 2, 5 times powers of ten.
/// pre: values are finite, not empty, and positive if log.
ChartAxis value_axis(std::string title, std::span<const double> values, bool log);

/// The same with a tick at each of the values, if they are few and far enough apart to be labelled;
/// logarithmic if all are positive and the largest is three times the smallest. pre: not empty.
ChartAxis sweep_axis(std::string title, std::span<const double> values);

/// "0.02", "4000", "1e-05": short, for ticks and labels.
std::string tick_text(double value);

}  // namespace dpsco
