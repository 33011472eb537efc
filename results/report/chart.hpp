// A picture before it is drawn: the page's static figures, its interactive charts and gnuplot's
// files all show the same numbers.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "results/report/axis.hpp"
#include "results/tables/statistics.hpp"

namespace dpsco {

struct ChartPoint {
  double x = 0, y = 0;
  std::optional<Interval95> band{};  ///< of y; of x in a chart of dots
  std::size_t runs = 0, failed = 0;
};

struct ChartLine {
  std::string name{};
  std::size_t style = 0;  ///< see style_of; the same name has the same style in the whole report
  bool dashed = false;    ///< a bound or a target, not a measurement
  std::vector<ChartPoint> points{};    ///< x ascends
  std::optional<LogLogSlope> slope{};  ///< only if both axes are logarithmic
};

inline constexpr std::size_t most_lines = 10;  ///< of one chart: more are a tangle

struct Chart {
  std::string id{};       ///< letters, digits and dashes; unique in a report
  std::string title{};    ///< what against what
  std::string facet{};    ///< what is held fixed here and varies elsewhere; may be empty
  std::string reading{};  ///< what the picture says, a sentence
  bool round_up = false;  ///< x are promises: shown rounded against the user
  bool dots = false;      ///< rows of dots: y is a row (dodged by line), no line joins them
  ChartAxis x{}, y{};     ///< of dots: a tick of y is a row
  std::vector<ChartLine> lines{};
  std::optional<double> mark{};  ///< a dashed vertical line, the target
  std::string mark_name{};
  std::vector<std::string> notes{};  ///< what the picture does not show
};

/// Colours of Okabe and Ito, which colour-blind readers can tell apart, and shapes, which printers
/// can. Eight colours and seven shapes: 56 styles differ.
struct Style {
  std::string_view colour;  ///< "#0072B2"
  int shape = 0;  ///< 0 circle, 1 square, 2 triangle, 3 diamond, 4 inverted triangle, 5 x, 6 +
};
inline constexpr int shapes = 7;
Style style_of(std::size_t index);

/// Gives each name a style, in order of first use.
class StyleBook {
 public:
  std::size_t of(const std::string& name) {
    return styles_.try_emplace(name, styles_.size()).first->second;
  }

 private:
  std::map<std::string, std::size_t> styles_;
};

}  // namespace dpsco
