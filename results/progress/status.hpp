// How far a folder's grid has come, from its files alone: works while a run goes on.
#pragma once

#include <array>
#include <filesystem>
#include <optional>
#include <string>

#include "results/journal/journal_reader.hpp"

namespace dpsco {

struct GridStatus {
  std::size_t planned = 0;             ///< cells of plan.jsonl
  std::size_t done = 0;                ///< of these, with a result; a cancelled run is none
  std::size_t left = 0;                ///< planned - done
  std::array<std::size_t, 7> count{};  ///< of the planned cells' runs, by Status
  std::size_t unplanned = 0;           ///< runs of cells that are in no plan
  std::size_t unfinished_files = 0;    ///< without a footer: being written now, or interrupted
  std::optional<double> rate{};        ///< runs a second in the newest session
  std::optional<double> remaining{};   ///< [s] at that session's pace, by the costs of runs
  std::string last{};                  ///< UTC of the newest result; empty if there is none
  std::optional<double> age{};         ///< of it [s], by this machine's clock

  std::size_t failed() const {
    return count[std::size_t(Status::failed)] + count[std::size_t(Status::timeout)];
  }
};

/// `now` is seconds since 1970, UTC. Throws ConfigError if OUT has neither plan nor journal, or on
/// a plan line that can't be read.
GridStatus grid_status(const std::filesystem::path& out, double now);

/// A few lines for people.
std::string status_text(const GridStatus& status, const std::filesystem::path& out);
/// One line: {"planned", "done", "left", "failed", "statuses": {name: count}, "remaining", "rate",
/// "last_result", "seconds_since_last", "unfinished_files", "unplanned"}; unknown is null.
std::string status_json(const GridStatus& status);

/// Seconds since 1970 of "2026-01-31T12:34:56.789012Z"; empty if it is no such text.
std::optional<double> utc_seconds(const std::string& text);

}  // namespace dpsco
