#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "framework/record.hpp"

namespace dpsco {

/// Version of the journal's lines; docs/results.md has its history. Readers refuse what is newer.
inline constexpr int journal_schema = 1;

/// "2026-01-31T12:34:56.789012Z".
std::string utc_text(std::chrono::system_clock::time_point time);

/// Appends the run's line (kind `run`, docs/results.md), newline included, to `out`. The ledger
/// itself is not in it, only `ledger_hash`, which is empty if the cell was never planned.
void append_run_line(std::string& out,
                     const Record& record,
                     std::string_view suite,
                     std::string_view ledger_hash);

/// Appends the line of the run's trajectory (kind `trajectory`): {"rounds": {"0": {metric:
/// value}}}.
void append_trajectory_line(std::string& out, const Record& record);

}  // namespace dpsco
