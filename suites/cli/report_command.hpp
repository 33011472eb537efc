// dpsco report: a page about all results of a folder, and figures for papers.
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "framework/registry/catalog.hpp"

namespace dpsco {

struct ReportFlags {
  std::string out{}, to{};             ///< folder of results; page, default OUT/report.html
  std::vector<std::string> figures{};  ///< svg, pdf, tikz
  std::vector<std::string> where{};    ///< conditions, see filtered
};
void add_report_flags(CLI::App& command, ReportFlags& flags);

/// Writes the page, and the figures into the folder figures beside it; returns what was written, a
/// line a file. Throws ConfigError if there are no results, a format is unknown, a file can't be
/// written, or figures are wanted and gnuplot is missing or fails.
std::string write_report(const ReportFlags& flags, const Catalog& catalog);

}  // namespace dpsco
