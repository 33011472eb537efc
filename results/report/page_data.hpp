#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "results/report/report.hpp"

namespace dpsco {

/// Charts as the page's script reads them: [{"id", "dots", "up", "x": axis, "y": axis,
/// "mark", "lines":
///   [{"name", "colour", "shape", "dashed", "points": [[x, y, low, high, runs, failed]]}]}].
nlohmann::json chart_data(const Chart& chart);

/// A column of the table of experiments: experiment i shows values[code[i]], or a dash for -1.
struct CodedColumn {
  std::string name{};
  bool number = false;
  std::vector<nlohmann::json> values{};  ///< distinct numbers and texts
  std::vector<int> code{};               ///< [experiments]
};
struct ExperimentColumns {
  std::vector<CodedColumn> fields{};    ///< in which experiments differ, by short name
  std::vector<CodedColumn> epsilons{};  ///< by accountant: largest, rounded up to four places
};
ExperimentColumns experiment_columns(const Report& report);

/// "cpu (s)", or the metric's own name.
std::string metric_title(const std::string& metric);

/// All experiments by column, since the same few words and numbers come back in each row:
/// {"columns", "epsilons": [{"name", "number", "values", "width", "code"}], "alphabet", "values":
/// [{"name", "mean", "half"}], "runs", "keys", "status", "repetition"}. A code is `width` letters
/// of the alphabet, the lowest first, and one more than the place in `values`. Means have four
/// digits. `runs` counts the repetitions of each experiment; `keys` has the first twelve letters of
/// each of their keys, `status` a letter, `repetition` its number, one experiment behind the other;
/// it is 0 where they are 0, 1, 2, ... in each.
nlohmann::json experiment_data(const Report& report, const ExperimentColumns& columns);

/// Twelve letters of a key are enough to name it on the command line.
inline constexpr std::size_t short_key = 12;

}  // namespace dpsco
