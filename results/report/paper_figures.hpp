// Figures for papers: gnuplot scripts with their data beside them, so that an author can change
// them.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "results/report/report.hpp"

namespace dpsco {

struct PaperFigure {
  std::string name{};                ///< NAME.dat and NAME.gp
  std::string data{};                ///< one block a line: x, y, low and high of its 95 % interval
  std::string script{};              ///< draws every format; run in its own folder
  std::vector<std::string> files{};  ///< what it draws: NAME.svg, NAME.pdf, NAME.tikz.tex
};

/// Throws ConfigError unless each is svg, pdf or tikz, naming the nearest.
void require_figure_formats(std::span<const std::string> formats);

/// One figure for each chart of the report, in each format. Names are the charts' ids.
std::vector<PaperFigure> paper_figures(const Report& report, std::span<const std::string> formats);

/// `text` as a gnuplot string, in single quotes.
std::string gnuplot_quoted(const std::string& text);

}  // namespace dpsco
