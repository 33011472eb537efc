#include "results/report/paper_figures.hpp"

#include <algorithm>
#include <array>
#include <functional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "framework/core/check.hpp"
#include "framework/core/suggestion.hpp"
#include "results/tables/format_parts.hpp"

namespace dpsco {

namespace {

struct Format {
  std::string_view name, ending, terminal;
  double height, row;  ///< of a figure; of a name in a list below it: in the terminal's unit
};
// Widths of a journal's text block; tikz text is set by the paper's own TeX.
constexpr std::array<Format, 3> known_formats{
    {{"svg",
      "svg",
      "svg size 720,{:g} font 'sans-serif,13' background rgb 'white' noenhanced",
      430,
      20},
     {"pdf", "pdf", "pdfcairo size 6.2in,{:g}in font 'sans-serif,11' noenhanced", 3.7, 0.19},
     {"tikz", "tikz.tex", "tikz size 15cm,{:g}cm", 9, 0.5}}};

const Format& format_named(const std::string& name) {
  const auto* const found = std::find_if(known_formats.begin(),
                                         known_formats.end(),
                                         [&](const Format& format) { return format.name == name; });
  const std::vector<std::string> names{"pdf", "svg", "tikz"};
  require(found != known_formats.end(),
          "--figures {}: unknown format; expected svg, pdf or tikz{}",
          name,
          suggestion(name, names));
  return *found;
}

/// gnuplot's numbers of the shapes of chart.hpp.
int point_type(int shape) {
  constexpr std::array<int, shapes> types{7, 5, 9, 13, 11, 2, 1};
  return types[std::size_t(shape)];
}

using Quote = std::function<std::string(const std::string&)>;

std::string ticks(const ChartAxis& axis, char name, const Quote& quote) {
  std::vector<std::string> parts;
  for (const ChartTick& tick : axis.ticks)
    parts.push_back(fmt::format("{} {:.12g}", quote(tick.label), tick.at));
  return fmt::format("set {}tics ({})\n", name, fmt::join(parts, ", "));
}

std::string axis_commands(const ChartAxis& axis, char name, const Quote& quote) {
  return fmt::format("{} logscale {}\nset {}range [{:.12g}:{:.12g}]\nset {}label {}\n",
                     axis.log ? "set" : "unset",
                     name,
                     name,
                     axis.low,
                     axis.high,
                     name,
                     quote(axis.title)) +
         ticks(axis, name, quote);
}

bool has_band(const ChartLine& line) {
  return std::any_of(line.points.begin(), line.points.end(), [](const ChartPoint& point) {
    return point.band.has_value();
  });
}

std::string plot_command(const Chart& chart, const std::string& file, const Quote& quote) {
  std::vector<std::string> parts;
  const auto source = [&](std::size_t index) {
    return fmt::format("{} index {}", gnuplot_quoted(file), index);
  };
  if (!chart.dots)
    for (std::size_t k = 0; k < chart.lines.size(); ++k)
      if (const ChartLine& line = chart.lines[k]; line.points.size() > 1 && has_band(line))
        parts.push_back(
            fmt::format("{} using 1:3:4 with filledcurves fc rgb '{}' fs transparent "
                        "solid 0.15 noborder notitle",
                        source(k),
                        style_of(line.style).colour));
  for (std::size_t k = 0; k < chart.lines.size(); ++k) {
    const ChartLine& line = chart.lines[k];
    const Style style = style_of(line.style);
    const std::string look =
        fmt::format("lc rgb '{}' pt {} ps 0.8", style.colour, point_type(style.shape));
    if (chart.dots && has_band(line))
      parts.push_back(fmt::format("{} using 1:2:3:4 with xerrorbars {} notitle", source(k), look));
    parts.push_back(fmt::format("{} using 1:2 with {} title {}",
                                source(k),
                                chart.dots ? "points " + look
                                : line.dashed
                                    ? fmt::format("lines lw 2 dt 2 lc rgb '{}'", style.colour)
                                    : "linespoints lw 2 " + look,
                                quote(line.name)));
  }
  if (chart.mark)
    parts.push_back(
        fmt::format("keyentry with lines dt 2 lc rgb '#222222' title {}", quote(chart.mark_name)));
  return fmt::format("plot {}\n", fmt::join(parts, ", \\\n     "));
}

std::string data_of(const Chart& chart) {
  std::string text = fmt::format("# {}{}\n# {}; {}\n",
                                 chart.title,
                                 chart.facet.empty() ? "" : ": " + chart.facet,
                                 chart.x.title,
                                 chart.y.title);
  for (const ChartLine& line : chart.lines) {
    text += fmt::format("# {}: x, y, low, high\n", line.name);
    for (const ChartPoint& point : line.points) {
      const double centre = chart.dots ? point.x : point.y;
      text += fmt::format("{} {} {} {}\n",
                          point.x,
                          point.y,
                          point.band ? point.band->low : centre,
                          point.band ? point.band->high : centre);
    }
    text += "\n\n";
  }
  return text;
}

/// gnuplot leaves out a list of names that finds no room beside the picture.
bool names_below(const Chart& chart) {
  constexpr std::size_t longest_beside = 32, most_beside = 17;
  return chart.lines.size() > most_beside ||
         std::any_of(chart.lines.begin(), chart.lines.end(), [](const ChartLine& line) {
           return line.name.size() > longest_beside;
         });
}

std::string script_of(const Chart& chart, std::span<const std::string> formats) {
  std::string text = fmt::format("# Run in this folder: gnuplot {}.gp\n", chart.id);
  for (const std::string& name : formats) {
    const Format& format = format_named(name);
    const Quote quote = [&](const std::string& word) {
      return gnuplot_quoted(format.name == "tikz" ? latex_text(word) : word);
    };
    const bool below = names_below(chart);
    const std::size_t rows = below ? chart.lines.size() + (chart.mark ? 1 : 0) : 0;
    text += fmt::format(
        "\nreset\nset terminal {}\nset output '{}.{}'\n",
        fmt::format(fmt::runtime(format.terminal), format.height + format.row * double(rows)),
        chart.id,
        format.ending);
    text +=
        fmt::format("set title {}\n",
                    quote(chart.facet.empty() ? chart.title : chart.title + ", " + chart.facet));
    text += fmt::format("set key {} Left reverse samplen 2\n",
                        below ? "bmargin center vertical maxcols 1" : "outside right center");
    text += "set border 3\nset tics nomirror\nset grid xtics ytics lc rgb '#dddddd'\n";
    text += axis_commands(chart.x, 'x', quote) + axis_commands(chart.y, 'y', quote);
    if (chart.mark)
      text += fmt::format(
          "set arrow from {0:.12g}, graph 0 to {0:.12g}, graph 1 nohead dt 2 lc rgb "
          "'#222222'\n",
          *chart.mark);
    text += plot_command(chart, chart.id + ".dat", quote);
  }
  return text + "set output\n";
}

/// Names come from grids: a line break in one must not end a comment or a string.
std::string one_line(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; }, ' ');
  return text;
}

Chart with_plain_names(Chart chart) {
  chart.title = one_line(chart.title);
  chart.facet = one_line(chart.facet);
  for (ChartAxis* axis : {&chart.x, &chart.y}) {
    axis->title = one_line(axis->title);
    for (ChartTick& tick : axis->ticks) tick.label = one_line(tick.label);
  }
  for (ChartLine& line : chart.lines) line.name = one_line(line.name);
  return chart;
}

}  // namespace

void require_figure_formats(std::span<const std::string> formats) {
  for (const std::string& format : formats) format_named(format);
}

std::vector<PaperFigure> paper_figures(const Report& report, std::span<const std::string> formats) {
  std::vector<PaperFigure> figures;
  for (const auto* group : {&report.metric_charts, &report.account_charts, &report.time_charts}) {
    for (const Chart& each : *group) {
      const Chart chart = with_plain_names(each);
      PaperFigure figure{
          .name = chart.id, .data = data_of(chart), .script = script_of(chart, formats)};
      for (const std::string& format : formats)
        figure.files.push_back(fmt::format("{}.{}", chart.id, format_named(format).ending));
      figures.push_back(std::move(figure));
    }
  }
  return figures;
}

std::string gnuplot_quoted(const std::string& text) {
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("''") : std::string(1, c);
  return quoted + "'";
}

}  // namespace dpsco
