#pragma once

#include <vector>

#include "results/report/line_chart_builder.hpp"
#include "results/report/words.hpp"

namespace dpsco {

/// Number columns that may be an x axis: d, n, epsilon, delta, then parameters by name. Of two that
/// say the same (data.d and d) the first.
std::vector<const Column*> sweeps_of(const ExperimentSet& set);

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

}  // namespace dpsco
