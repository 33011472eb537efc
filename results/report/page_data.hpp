#pragma once

#include <vector>

#include <nlohmann/json.hpp>

#include "results/report/report.hpp"

namespace dpsco {

/// Charts as the page's script reads them: [{"id", "dots", "x": axis, "y": axis, "mark", "lines":
/// [{"name", "colour", "shape", "dashed", "points": [[x, y, low, high, runs, failed]]}]}].
nlohmann::json chart_data(const Chart& chart);

/// All experiments, by column, since the same few words and numbers come back in each row:
/// {"columns": [{"name", "number", "values", "code"}], "values": [{"name", "mean", "half"}], "ok",
/// "failed", "keys", "status", "repetition"}. Means have four digits. `keys` are the first twelve
/// letters of each repetition's key, one behind the other; `status` is a letter a repetition;
/// `repetition` is 0 where they are 0, 1, 2, ...
nlohmann::json experiment_data(const Report& report);

/// Twelve letters of a key are enough to name it on the command line.
inline constexpr std::size_t short_key = 12;

}  // namespace dpsco
