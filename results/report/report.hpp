// A report: one HTML file about all results of a folder, and figures for papers.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "results/journal/journal_reader.hpp"
#include "results/report/chart.hpp"
#include "results/report/experiments.hpp"
#include "results/report/words.hpp"

namespace dpsco {

/// A page with more figures is not read. Those left out are counted.
inline constexpr std::size_t most_metric_charts = 12, most_other_charts = 6;

struct MetricSamples {
  std::string name{};
  std::vector<ExperimentMean> samples{};  ///< [experiments]
};

/// What a journal file says of the program and machine that wrote it.
struct EnvironmentUse {
  std::string json{};     ///< the "env" line
  std::size_t files = 0;  ///< journal files that have the same
};

/// All that the page and the figures show. Holds pointers into `journal`: move it, don't copy it.
struct Report {
  Report() = default;
  Report(const Report&) = delete;
  Report& operator=(const Report&) = delete;
  Report(Report&&) = default;
  Report& operator=(Report&&) = default;
  ~Report() = default;

  std::string out{}, title{};  ///< folder as the user named it; suites
  std::vector<std::string> where{};
  Journal journal{};
  PlanOrder plan{};
  std::vector<const StoredRun*> runs{};  ///< that meet `where`
  ExperimentSet set{};
  std::vector<MetricSamples> metrics{};  ///< and cpu, the last
  std::vector<Chart> metric_charts{}, account_charts{}, time_charts{};
  std::size_t charts_left_out = 0;
  std::vector<EnvironmentUse> environments{};
};

/// Reads OUT and decides what to draw. `where`: conditions, see filtered. Throws ConfigError if
/// there are no finished runs, or none meets the conditions, and as read_journal.
Report make_report(const std::filesystem::path& out,
                   const std::vector<std::string>& where,
                   const ReportWords& words);

}  // namespace dpsco
