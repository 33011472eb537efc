#pragma once

#include <vector>

#include "results/report/chart.hpp"
#include "results/report/experiments.hpp"
#include "results/report/words.hpp"

namespace dpsco {

inline constexpr std::size_t most_lines = 10;  ///< of one chart: more are a tangle

/// Number columns that may be an x axis: d, n, epsilon, delta, then parameters by name. Of two that
/// say the same (data.d and d) the first.
std::vector<const Column*> sweeps_of(const ExperimentSet& set);

/// What a metric's theorem promises, drawn dashed over its charts.
struct BoundSamples {
  std::string name{};
  std::vector<ExperimentMean> samples{};  ///< [experiments]
};

struct LineChartQuery {
  const ExperimentSet& set;
  std::string value{};                         ///< for ids and the title
  std::string y_title{};                       ///< with its unit
  const std::vector<ExperimentMean>& samples;  ///< [experiments]
  RunValue numbers{};                          ///< of one run, for slopes
  std::vector<BoundSamples> bounds{};
  /// Of more than most_lines lines, draw each method's best setting at each x, and say so.
  bool best_settings = false;
};

struct LineCharts {
  std::vector<Chart> charts{};
  std::size_t left_out = 0;  ///< for want of room
};

/// One chart for each combination of the other fields (data, loss, target, sizes), a line for each
/// label (and parameters that vary within it), a point for each experiment. A number that x decides
/// (n, where n = 10 d) is not a field of its own. Only charts with a line of two points or more, at
/// most `room` of them.
LineCharts line_charts(const LineChartQuery& query,
                       const Column& x,
                       const ReportWords& words,
                       StyleBook& styles,
                       std::size_t room);

/// Of `context` the fields that tell its combinations apart, as few as do.
std::vector<const Column*> telling(std::span<const Column* const> context);
/// "path = a9a, epsilon = 1".
std::string facet_text(std::span<const Column* const> columns, std::size_t experiment);

/// Label, then the parameters that vary within it. `given` is known from elsewhere (x); may be
/// null.
std::vector<const Column*> series_columns(const ExperimentSet& set, const Column* given);
/// "sgd eta0 = 32".
std::string series_text(std::span<const Column* const> columns, std::size_t experiment);

/// Every field but the method's.
std::vector<const Column*> circumstances(const ExperimentSet& set);

}  // namespace dpsco
