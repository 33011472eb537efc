#include "results/tables/cells.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace dpsco {

namespace {

using Runs = std::vector<const StoredRun*>;

/// "3 diverged: step too long; 1 timeout", for the runs that have no number.
std::string what_lacks(const Runs& runs, const RunValue& value) {
  std::map<std::string, std::map<std::string, std::size_t>> reasons;  // status -> reason -> count
  for (const StoredRun* run : runs) {
    if (run->status != Status::ok) {
      ++reasons[std::string(name(run->status))][run->reason];
    } else if (const auto number = value.of(*run); !number) {
      const std::string why = value.why_missing(*run);
      ++reasons["without a value"][why.empty() ? "it was not asked for" : why];
    } else if (!std::isfinite(*number)) {
      ++reasons["not finite"][fmt::format("{}", *number)];
    }
  }
  std::vector<std::string> parts;
  for (const auto& [status, by_reason] : reasons) {
    std::size_t count = 0;
    for (const auto& [reason, times] : by_reason) count += times;
    const std::string& first = by_reason.begin()->first;
    const std::string others =
        by_reason.size() > 1 ? fmt::format(" (and {} other reasons)", by_reason.size() - 1) : "";
    const std::string number = count == runs.size() ? "" : fmt::format("{} ", count);
    parts.push_back(first.empty() ? number + status
                                  : fmt::format("{}{}: {}{}", number, status, first, others));
  }
  return fmt::format("{}", fmt::join(parts, "; "));
}

std::optional<TableCell> summarised(const Runs& runs,
                                    const RunValue& value,
                                    const Statistic& statistic,
                                    std::string& reason) {
  TableCell cell;
  std::vector<double> numbers;
  for (const StoredRun* run : runs) {
    if (is_failure(run->status)) ++cell.failed;
    if (run->status != Status::ok) continue;
    if (const auto number = value.of(*run)) numbers.push_back(*number);
  }
  cell.runs = numbers.size();
  if (cell.runs == 0) return cell.failed == 0 ? std::nullopt : std::optional(cell);
  if (std::all_of(numbers.begin(), numbers.end(), [](double x) { return std::isfinite(x); })) {
    cell.mean = mean_interval(numbers).mean;
    StatisticValue shown = statistic_of(numbers, statistic, value.larger_is_better);
    cell.shown = shown.value;
    cell.interval = shown.interval;
    reason = std::move(shown.reason);
  }
  return cell;
}

}  // namespace

FilledCell filled_cell(const std::vector<const StoredRun*>& runs,
                       const RunValue& value,
                       const Statistic& statistic) {
  FilledCell filled;
  if (runs.empty()) return {.reason = "no run"};
  std::string reason;
  filled.cell = summarised(runs, value, statistic, reason);
  filled.reason = what_lacks(runs, value);
  if (!reason.empty())
    filled.reason = filled.reason.empty() ? reason : reason + "; " + filled.reason;
  return filled;
}

}  // namespace dpsco
