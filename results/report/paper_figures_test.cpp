#include "results/report/paper_figures.hpp"

#include <doctest/doctest.h>

#include "framework/core/check.hpp"
#include "results/tables/format_parts.hpp"

namespace dpsco {

namespace {

Report report_with_a_chart() {
  Chart chart{.id = "risk-d-1", .title = "risk against d", .facet = "data = it's"};
  chart.x = sweep_axis("d (features)", std::vector<double>{10, 100});
  chart.y = value_axis("risk_of_it (nats)", std::vector<double>{0.1, 1}, true);
  chart.lines = {
      {.name = "a_b", .points = {{10, 0.5, Interval95{0.4, 0.6}, 3, 0}, {100, 1, {}, 1, 0}}},
      {.name = "bound", .dashed = true, .points = {{10, 2, {}, 1, 0}, {100, 2, {}, 1, 0}}}};
  Report report;
  report.metric_charts.push_back(chart);
  return report;
}

bool contains(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("paper figures: data are blocks of x, y, low, high, a block a line") {
  const std::vector<std::string> formats{"svg"};
  const std::vector<PaperFigure> figures = paper_figures(report_with_a_chart(), formats);
  REQUIRE(figures.size() == 1);
  CHECK(figures[0].name == "risk-d-1");
  CHECK(contains(figures[0].data, "10 0.5 0.4 0.6\n100 1 1 1\n\n\n"));
  CHECK(contains(figures[0].data, "10 2 2 2\n100 2 2 2\n"));
  CHECK(figures[0].files == std::vector<std::string>{"risk-d-1.svg"});
}

TEST_CASE("paper figures: a script has its axes, units, dashes and every format") {
  const std::vector<std::string> formats{"svg", "pdf", "tikz"};
  const std::string script = paper_figures(report_with_a_chart(), formats)[0].script;
  CHECK(contains(script, "set output 'risk-d-1.svg'"));
  CHECK(contains(script, "set output 'risk-d-1.pdf'"));
  CHECK(contains(script, "set output 'risk-d-1.tikz.tex'"));
  CHECK(contains(script, "set logscale x"));
  CHECK(contains(script, "set ylabel 'risk_of_it (nats)'"));
  CHECK(contains(script, "set ylabel 'risk\\_of\\_it (nats)'"));
  CHECK(contains(script, "title 'a\\_b'"));
  CHECK(contains(script, "data = it''s"));
  CHECK(contains(script, "with lines lw 2 dt 2"));
  CHECK(contains(script, "index 0 using 1:3:4 with filledcurves"));
  CHECK_FALSE(contains(script, "index 1 using 1:3:4"));
}

TEST_CASE("paper figures: names too long to stand beside the picture stand below, in room made") {
  Report report = report_with_a_chart();
  const std::vector<std::string> formats{"svg"};
  const std::string beside = paper_figures(report, formats)[0].script;
  CHECK(contains(beside, "svg size 720,430 "));
  CHECK(contains(beside, "set key outside right center "));
  report.metric_charts[0].lines[0].name = std::string(33, 'a');
  const std::string below = paper_figures(report, formats)[0].script;
  CHECK(contains(below, "svg size 720,470 "));
  CHECK(contains(below, "set key bmargin "));
}

TEST_CASE("paper figures: a line break in a name breaks neither script nor data") {
  Report report = report_with_a_chart();
  report.metric_charts[0].lines[0].name = "a\nsystem 'rm'";
  const std::vector<std::string> formats{"svg"};
  const PaperFigure figure = paper_figures(report, formats)[0];
  CHECK(contains(figure.script, "'a system ''rm'''"));
  CHECK_FALSE(contains(figure.data, "\nsystem"));
}

TEST_CASE("paper figures: an unknown format is refused by name") {
  const std::vector<std::string> formats{"svgg"};
  CHECK_THROWS_WITH_AS(
      require_figure_formats(formats),
      "--figures svgg: unknown format; expected svg, pdf or tikz; did you mean 'svg'?",
      ConfigError);
}

TEST_CASE("paper figures: TeX shows what it would take for a command") {
  CHECK(latex_text("50% of a_b & {c} #1 $x$ ^ ~ \\ <") ==
        "50\\% of a\\_b \\& \\{c\\} \\#1 \\$x\\$ \\textasciicircum{} \\textasciitilde{} "
        "\\textbackslash{} $<$");
}

}  // namespace dpsco
