// Files that go into every report, compiled in by results/report/embed_page.cmake.
#pragma once

#include <string_view>

namespace dpsco {

extern const std::string_view report_style;   ///< page.css
extern const std::string_view report_script;  ///< page.js
extern const std::string_view chart_library;  ///< Chart.js as installed; empty if built without it

}  // namespace dpsco
