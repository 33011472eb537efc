// One chart of lines in the making: which lines, what is left out and said, bounds, axes.
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "results/report/chart.hpp"
#include "results/report/experiments.hpp"
#include "results/report/series.hpp"

namespace dpsco {

/// What a metric's theorem promises, drawn dashed over its charts. Of a shape the height means
/// nothing, and over measured values it would be read: it is named in a note and not drawn.
struct BoundSamples {
  std::string name{};
  bool shape_only = false;
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

class LineChartBuilder {
 public:
  /// A line for each combination of `series`, whose first column is the label. All must outlive it.
  LineChartBuilder(const LineChartQuery& query,
                   const Column& x,
                   std::span<const Column* const> series,
                   StyleBook& styles)
      : query_(query), x_(x), series_(series), styles_(styles) {}

  /// Sorts experiments into lines; false if no line has two points.
  bool has_line(const std::vector<std::size_t>& experiments);
  /// All but id, title, facet, reading and the x axis' title. pre: has_line was called and is true.
  Chart build();

 private:
  std::size_t style_of_line(const std::string& name);
  ChartLine line_of(const std::vector<std::size_t>& members,
                    const std::vector<ExperimentMean>& samples) const;
  void add_line(const std::string& name, const std::vector<std::size_t>& members);
  void note_missing(const std::string& name, const std::vector<std::size_t>& members);
  bool is_better(std::size_t a, std::size_t b) const;
  void keep_best_settings();
  void keep_readable();
  void add_bound(const BoundSamples& bound);
  void set_axes();
  void drop_below_zero();

  const LineChartQuery& query_;
  const Column& x_;
  std::span<const Column* const> series_;
  StyleBook& styles_;
  std::vector<std::string> order_{};  ///< names of lines
  std::map<std::string, std::vector<std::size_t>> members_{};
  std::map<std::string, std::string> method_of_tuned_{};  ///< line of best settings -> label
  Chart chart_{};
};

}  // namespace dpsco
