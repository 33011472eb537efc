// The parts of a page, each as HTML.
#pragma once

#include <string>

#include "results/report/page_data.hpp"
#include "results/report/report.hpp"

namespace dpsco {

/// What was run, how it ended, and what is wrong with the journal.
std::string summary_section(const Report& report);
/// Figures with their numbers: metrics, privacy, run time.
std::string figure_sections(const Report& report, const ReportWords& words);
/// The first rows of the table that the script completes.
std::string experiment_section(const Report& report, const ExperimentColumns& columns);
/// Failures, and cells that a method could not take, by reason.
std::string failure_section(const Report& report);
std::string environment_section(const Report& report);
std::string reproduce_section(const Report& report);

}  // namespace dpsco
