#include "results/report/svg.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "results/report/html.hpp"

namespace dpsco {

namespace {

constexpr double width = 680;
constexpr double letter = 7.1;  ///< mean width of a letter at 12 px in a wide font, DejaVu Sans
constexpr double line_height = 15;
constexpr std::size_t longest_name = 32;
constexpr std::size_t most_markers = 30;  ///< of one line: more touch each other

/// Cut in the middle: names of lines differ at their ends, "sgd, eta0 = 1" and "sgd, eta0 = 10".
std::string shortened(const std::string& name) {
  constexpr std::size_t half = longest_name / 2 - 1;
  return name.size() <= longest_name
             ? name
             : name.substr(0, half) + ".." + name.substr(name.size() - half);
}

/// Number of a coordinate: a tenth of a pixel is fine enough, and short.
std::string px(double value) {
  return fmt::format("{:.4g}", std::round(value * 10) / 10);
}

/// Outline of one marker; those of a line stand in one path, which keeps pages small.
std::string outline(double x, double y, int shape) {
  const std::string px_x = px(x), px_y = px(y);
  switch (shape) {
    case 0:
      return fmt::format("M{} {}h0", px_x, px_y);  // a dot: the end of a round pen
    case 1:
      return fmt::format("M{} {}h7v7h-7z", px(x - 3.5), px(y - 3.5));
    case 2:
      return fmt::format("M{} {}l4.3 7.6h-8.6z", px_x, px(y - 4.4));
    case 3:
      return fmt::format("M{} {}l4.6 4.6l-4.6 4.6l-4.6-4.6z", px_x, px(y - 4.6));
    case 4:
      return fmt::format("M{} {}l4.3-7.6h-8.6z", px_x, px(y + 4.4));
    case 5:
      return fmt::format("M{} {}l7 7m0-7l-7 7", px(x - 3.5), px(y - 3.5));
    default:
      return fmt::format("M{} {}h9m-4.5-4.5v9", px(x - 4.5), px_y);
  }
}

/// An element for outlines of one style.
std::string markers(const std::string& outlines, const Style& style) {
  if (style.shape == 0)
    return fmt::format(R"(<path d="{}" stroke="{}" stroke-width="7.4" stroke-linecap="round"/>)",
                       outlines,
                       style.colour);
  if (style.shape >= 5)
    return fmt::format(
        R"(<path d="{}" fill="none" stroke="{}" stroke-width="2"/>)", outlines, style.colour);
  return fmt::format(R"(<path d="{}" fill="{}"/>)", outlines, style.colour);
}

std::string marker(double x, double y, const Style& style) {
  return markers(outline(x, y, style.shape), style);
}

struct Frame {
  double left = 0, right = 0, top = 0, bottom = 0;
  double x(const ChartAxis& axis, double value) const {
    return left + axis.place(value) * (right - left);
  }
  double y(const ChartAxis& axis, double value) const {
    return bottom - axis.place(value) * (bottom - top);
  }
};

class Drawing {
 public:
  explicit Drawing(const Chart& chart) : chart_(chart) {}

  std::string text() {
    chart_.dots ? lay_out_dots() : lay_out_lines();
    draw_axes();
    if (chart_.mark) draw_mark();
    chart_.dots ? draw_dots() : draw_lines();
    return fmt::format(
        R"(<svg viewBox="0 0 {} {}" role="img" aria-label="{}" font-size="12" fill="#222">{}</svg>)",
        px(width),
        px(height_),
        html(chart_.title + (chart_.facet.empty() ? "" : ", " + chart_.facet)),
        body_);
  }

 private:
  void lay_out_lines() {
    std::size_t longest = 4;
    for (const ChartLine& line : chart_.lines)
      longest = std::max(longest, shortened(line.name).size());
    height_ = std::max(400.0, 70 + line_height * double(chart_.lines.size()));
    std::size_t widest = 3;
    for (const ChartTick& tick : chart_.y.ticks) widest = std::max(widest, tick.label.size());
    frame_ = {
        32 + letter * double(widest), width - 34 - letter * double(longest), 12, height_ - 46};
  }

  void lay_out_dots() {
    std::size_t longest = 4;
    for (const ChartTick& row : chart_.y.ticks)
      longest = std::max(longest, shortened(row.label).size());
    const double left = 14 + letter * double(longest);
    const double top = draw_legend(left);
    const double row = std::max(26.0, 12.0 * double(chart_.lines.size()));
    frame_ = {left, width - 16, top, top + row * double(chart_.y.ticks.size())};
    height_ = frame_.bottom + 46;
  }

  /// Names of dots above the picture, in as many rows as they need; returns where they end.
  double draw_legend(double left) {
    double x = left, y = 12;
    for (const ChartLine& line : chart_.lines) {
      const double length = 24 + letter * double(shortened(line.name).size());
      if (x + length > width && x > left) {
        x = left;
        y += 17;
      }
      body_ += marker(x + 5, y - 4, style_of(line.style));
      add_text(x + 13, y, "start", line.name);
      x += length;
    }
    return y + 12;
  }

  void add_text(double x, double y, std::string_view anchor, const std::string& text) {
    const std::string shown = shortened(text);
    body_ += fmt::format(R"(<text x="{}" y="{}" text-anchor="{}">{}{}</text>)",
                         px(x),
                         px(y),
                         anchor,
                         html(shown),
                         shown == text ? "" : fmt::format("<title>{}</title>", html(text)));
  }

  void draw_axes() {
    std::string grid;
    for (const ChartTick& tick : chart_.y.ticks) {
      const double y = frame_.y(chart_.y, tick.at);
      grid += fmt::format("M{} {}H{}", px(frame_.left), px(y), px(frame_.right));
      add_text(frame_.left - 7, y + 4, "end", tick.label);
    }
    for (const ChartTick& tick : chart_.x.ticks) {
      const double x = frame_.x(chart_.x, tick.at);
      grid += fmt::format("M{} {}V{}", px(x), px(frame_.top), px(frame_.bottom));
      add_text(x, frame_.bottom + 17, "middle", tick.label);
    }
    body_ += fmt::format(R"(<path d="{}" stroke="#e3e3e3" fill="none"/>)", grid);
    body_ += fmt::format(R"(<path d="M{} {}V{}H{}" stroke="#555" fill="none"/>)",
                         px(frame_.left),
                         px(frame_.top),
                         px(frame_.bottom),
                         px(frame_.right));
    body_ += fmt::format(R"(<text x="{}" y="{}" text-anchor="middle">{}</text>)",
                         px((frame_.left + frame_.right) / 2),
                         px(frame_.bottom + 38),
                         html(chart_.x.title));
    if (!chart_.y.title.empty())
      body_ += fmt::format(
          R"svg(<text transform="translate(14 {}) rotate(-90)" text-anchor="middle">{}</text>)svg",
          px((frame_.top + frame_.bottom) / 2),
          html(chart_.y.title));
  }

  void draw_mark() {
    const double x = frame_.x(chart_.x, *chart_.mark);
    body_ += fmt::format(
        R"(<path d="M{} {}V{}" stroke="#222" stroke-dasharray="6 4" stroke-width="1.5"/>)",
        px(x),
        px(frame_.top),
        px(frame_.bottom));
  }

  void draw_lines() {
    for (const ChartLine& line : chart_.lines) draw_band(line);
    for (const ChartLine& line : chart_.lines) {
      const Style style = style_of(line.style);
      std::string path;
      for (const ChartPoint& point : line.points)
        path += fmt::format("{}{} {}",
                            path.empty() ? "M" : "L",
                            px(frame_.x(chart_.x, point.x)),
                            px(frame_.y(chart_.y, point.y)));
      body_ += fmt::format(R"(<path d="{}" stroke="{}" stroke-width="2" fill="none"{}/>)",
                           path,
                           style.colour,
                           line.dashed ? R"( stroke-dasharray="6 4")" : "");
      if (line.dashed || line.points.size() > most_markers) continue;
      std::string outlines;
      for (const ChartPoint& point : line.points)
        outlines += outline(frame_.x(chart_.x, point.x), frame_.y(chart_.y, point.y), style.shape);
      body_ += markers(outlines, style);
    }
    draw_names();
  }

  void draw_band(const ChartLine& line) {
    std::string upper, lower;
    std::size_t count = 0;
    for (const ChartPoint& point : line.points) {
      if (!point.band) continue;
      const double low = chart_.y.log ? std::max(point.band->low, chart_.y.low) : point.band->low;
      const std::string x = px(frame_.x(chart_.x, point.x));
      upper += fmt::format(
          "{}{} {}", upper.empty() ? "M" : "L", x, px(frame_.y(chart_.y, point.band->high)));
      lower.insert(0, fmt::format("L{} {}", x, px(frame_.y(chart_.y, low))));
      ++count;
    }
    if (count > 1)
      body_ += fmt::format(R"(<path d="{}{}z" fill="{}" fill-opacity=".16"/>)",
                           upper,
                           lower,
                           style_of(line.style).colour);
  }

  /// Each line's name at its end, moved apart where ends meet.
  void draw_names() {
    struct Name {
      double wanted = 0, y = 0;
      const ChartLine* line = nullptr;
    };
    std::vector<Name> names;
    for (const ChartLine& line : chart_.lines) {
      const double y = frame_.y(chart_.y, line.points.back().y);
      names.push_back({y, y, &line});
    }
    std::stable_sort(names.begin(), names.end(), [](const Name& a, const Name& b) {
      return a.wanted < b.wanted;
    });
    double last = frame_.top - line_height + 4;
    for (Name& name : names) last = name.y = std::max(name.wanted, last + line_height);
    last = frame_.bottom + line_height;
    for (std::size_t k = names.size(); k-- > 0;)
      last = names[k].y = std::min(names[k].y, last - line_height);
    for (const Name& name : names) {
      const ChartLine& line = *name.line;
      const Style style = style_of(line.style);
      const double end = frame_.x(chart_.x, line.points.back().x);
      body_ +=
          fmt::format(R"(<path d="M{} {}L{} {}" stroke="{}" stroke-opacity=".5" fill="none"/>)",
                      px(end + 5),
                      px(name.wanted),
                      px(frame_.right + 8),
                      px(name.y),
                      style.colour);
      if (line.dashed)
        body_ += fmt::format(
            R"(<path d="M{} {}h12" stroke="{}" stroke-width="2" stroke-dasharray="4 3"/>)",
            px(frame_.right + 9),
            px(name.y),
            style.colour);
      else
        body_ += marker(frame_.right + 15, name.y, style);
      add_text(frame_.right + 24, name.y + 4, "start", line.name);
    }
  }

  void draw_dots() {
    for (const ChartLine& line : chart_.lines) {
      const Style style = style_of(line.style);
      std::string outlines;
      for (const ChartPoint& point : line.points) {
        const double y = frame_.y(chart_.y, point.y);
        if (point.band)
          body_ += fmt::format(R"(<path d="M{} {}H{}" stroke="{}" stroke-width="1.5"/>)",
                               px(frame_.x(chart_.x,
                                           chart_.x.log ? std::max(point.band->low, chart_.x.low)
                                                        : point.band->low)),
                               px(y),
                               px(frame_.x(chart_.x, point.band->high)),
                               style.colour);
        outlines += outline(frame_.x(chart_.x, point.x), y, style.shape);
      }
      body_ += markers(outlines, style);
    }
  }

  const Chart& chart_;
  Frame frame_;
  double height_ = 0;
  std::string body_;
};

}  // namespace

std::string svg_of(const Chart& chart) {
  return Drawing(chart).text();
}

std::string svg_file(const Chart& chart) {
  constexpr std::string_view opening = "<svg ";
  return fmt::format("{}{}{}\n",
                     opening,
                     R"(xmlns="http://www.w3.org/2000/svg" font-family="sans-serif" )"
                     R"(style="background:#fff" )",
                     svg_of(chart).substr(opening.size()));
}

}  // namespace dpsco
