#pragma once

#include <string>

#include "results/report/chart.hpp"

namespace dpsco {

/// An <svg> element for the inside of a page: axes, bands, lines, markers, each line's name at its
/// end (a legend above, for dots). It needs no script, no style sheet and no font of its own.
/// pre: every line has a point.
std::string svg_of(const Chart& chart);

/// The same as a file of its own, on white.
std::string svg_file(const Chart& chart);

}  // namespace dpsco
