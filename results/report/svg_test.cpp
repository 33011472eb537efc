#include "results/report/svg.hpp"

#include <algorithm>
#include <cmath>
#include <regex>

#include <doctest/doctest.h>

namespace dpsco {

namespace {

Chart crowded_chart(std::size_t lines) {
  Chart chart{.id = "c", .title = "risk against d"};
  chart.x = sweep_axis("d", std::vector<double>{10, 100});
  chart.y = value_axis("risk", std::vector<double>{0.01, 1}, true);
  for (std::size_t k = 0; k < lines; ++k)
    chart.lines.push_back({.name = "method-" + std::to_string(k),
                           .style = k,
                           .points = {{10, 0.1, Interval95{-0.1, 0.2}, 3, 0},
                                      {100, 0.2 + 1e-4 * double(k), Interval95{0.1, 0.3}, 3, 0}}});
  return chart;
}

/// Vertical places of the texts that start with `prefix`.
std::vector<double> places(const std::string& svg, const std::string& prefix) {
  const std::regex text("<text x=\"[^\"]*\" y=\"([^\"]*)\" text-anchor=\"start\">" + prefix);
  std::vector<double> found;
  for (std::sregex_iterator at(svg.begin(), svg.end(), text), end; at != end; ++at)
    found.push_back(std::stod((*at)[1]));
  return found;
}

std::size_t count(const std::string& text, std::string_view word) {
  std::size_t times = 0;
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1))
    ++times;
  return times;
}

}  // namespace

TEST_CASE("svg: names at the ends of lines that meet stand apart and inside the picture") {
  for (const std::size_t lines : {1U, 5U, 12U, 24U}) {
    const std::string svg = svg_of(crowded_chart(lines));
    std::vector<double> y = places(svg, "method-");
    REQUIRE(y.size() == lines);
    std::sort(y.begin(), y.end());
    std::smatch box;
    REQUIRE(std::regex_search(svg, box, std::regex("viewBox=\"0 0 [0-9.]+ ([0-9.]+)\"")));
    CHECK(y.front() > 0);
    CHECK(y.back() < std::stod(box[1]));
    for (std::size_t k = 1; k < y.size(); ++k) CHECK(y[k] - y[k - 1] >= 14);
  }
}

TEST_CASE("svg: as a file it names its language, once, and is otherwise the same") {
  const std::string inside = svg_of(crowded_chart(2)), file = svg_file(crowded_chart(2));
  CHECK(count(inside, "xmlns") == 0);
  CHECK(count(file, "<svg xmlns=\"http://www.w3.org/2000/svg\" ") == 1);
  CHECK(file.find(inside.substr(5)) != std::string::npos);
}

TEST_CASE("svg: names are escaped, and long ones shortened with the whole to point at") {
  Chart chart = crowded_chart(1);
  chart.lines[0].name = "</svg><script>alert(1)</script> and so on and on";
  chart.title = "a \"b\" <c>";
  const std::string svg = svg_of(chart);
  CHECK(svg.find("<script") == std::string::npos);
  CHECK(count(svg, "</svg>") == 1);
  CHECK(svg.find("aria-label=\"a &quot;b&quot; &lt;c&gt;\"") != std::string::npos);
  CHECK(svg.find(
            "<title>&lt;/svg&gt;&lt;script&gt;alert(1)&lt;/script&gt; and so on and on</title>") !=
        std::string::npos);
}

TEST_CASE("svg: long names that differ at their ends differ when shortened") {
  Chart chart = crowded_chart(2);
  const std::string start = "single-pass-dp-sgd, oracle-tuned, eta0 = ";
  chart.lines[0].name = start + "1";
  chart.lines[1].name = start + "10";
  const std::string svg = svg_of(chart);
  CHECK(svg.find(">single-pass-dp-..tuned, eta0 = 1<") != std::string::npos);
  CHECK(svg.find(">single-pass-dp-..uned, eta0 = 10<") != std::string::npos);
}

TEST_CASE("svg: a band that reaches below a log axis ends at its edge, and no number is bad") {
  const std::string svg = svg_of(crowded_chart(2));
  CHECK(count(svg, "fill-opacity=\".16\"") == 2);
  CHECK(svg.find("nan") == std::string::npos);
  CHECK(svg.find("inf") == std::string::npos);
}

TEST_CASE("svg: a dashed line is dashed and has no markers") {
  Chart chart = crowded_chart(1);
  const std::string pen = "stroke-linecap=\"round\"";  // draws round markers
  const std::string measured = svg_of(chart);
  chart.lines[0].dashed = true;
  const std::string svg = svg_of(chart);
  CHECK(count(measured, pen) == 2);  // the points, and the one before the name
  CHECK(count(measured, "h0") == 3);
  CHECK(count(svg, pen) == 0);
  CHECK(svg.find("stroke-dasharray") != std::string::npos);
}

TEST_CASE("svg: dots have rows, a legend and the target's line") {
  Chart chart{.id = "c", .title = "epsilon", .dots = true};
  chart.x = value_axis("epsilon", std::vector<double>{0, 2}, false);
  chart.y = {.low = 1.5, .high = -0.5, .ticks = {{0, "sgd"}, {1, "pnsgd"}}};
  chart.lines = {{.name = "gdp", .points = {{1, 0, Interval95{0.5, 1}, 1, 0}, {1, 1, {}, 1, 0}}}};
  const std::string without = svg_of(chart);
  chart.mark = 1;
  const std::string svg = svg_of(chart);
  CHECK(svg.find(">sgd<") < svg.find(">pnsgd<"));
  CHECK(places(svg, "gdp").size() == 1);
  CHECK(count(svg, "stroke-dasharray") == count(without, "stroke-dasharray") + 1);
}

TEST_CASE("styles: fifty-six lines look different") {
  for (std::size_t a = 0; a < 56; ++a)
    for (std::size_t b = a + 1; b < 56; ++b)
      CHECK((style_of(a).colour != style_of(b).colour || style_of(a).shape != style_of(b).shape));
}

}  // namespace dpsco
