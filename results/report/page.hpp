#pragma once

#include <string>

#include "results/report/report.hpp"

namespace dpsco {

/// The report as one HTML page that needs nothing from outside: it names no address, and forbids
/// itself to fetch one. Without scripts it shows all figures and numbers; with them, figures can be
/// pointed at and tables sorted and filtered. The same results give the same bytes.
std::string page_of(const Report& report, const ReportWords& words);

}  // namespace dpsco
