// gamma, kappa and how often the worst case is attained (docs/local_privacy.md), as the suite
// prints them. Golden values: quadrature and closed forms by an independent Python program, six and
// four digits.
#include "suites/studies/amplification.hpp"

#include <algorithm>
#include <cmath>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "framework/core/check.hpp"

namespace dpsco {

namespace {

constexpr double omegas[] = {0.1, 0.25, 0.5, 1};
constexpr double betas[] = {2, 4, 6, 8, 10};
constexpr double gamma[] = {.951625, .906345, .863938, .824199, .786939, .884797, .786939,
                            .703512, .632122, .570799, .786939, .632121, .517914, .432334,
                            .367168, .632121, .432333, .316738, .245422, .198653};
constexpr double kappa[] = {.9359, .8768, .8222, .7718, .7253, .8490, .7253, .6242, .5412, .4731,
                            .7253, .5412, .4170, .3319, .2723, .5412, .3319, .2293, .1731, .1386};
constexpr double worst[] = {.905, .823, .750, .686, .629, .786, .631, .516, .431, .365,
                            .632, .432, .316, .244, .198, .432, .245, .166, .125, .100};

}  // namespace

TEST_CASE("ldp-amplification prints gamma and kappa, and the worst case is 1 in all twenty cells") {
  const auto rows = amplification_rows(omegas, betas, 0.001);
  REQUIRE(rows.size() == 20);
  for (std::size_t i = 0; i < 20; ++i) {
    CHECK(rows[i].omega == omegas[i / 5]);
    CHECK(rows[i].beta == betas[i % 5]);
    CHECK(std::abs(rows[i].gamma - gamma[i]) < 1e-6);
    CHECK(std::abs(rows[i].kappa - kappa[i]) < 5.1e-5);
    CHECK(std::abs(rows[i].worst_probability - worst[i]) < 1e-3);  // the table cuts, we round
    CHECK(std::abs(rows[i].worst_case - 1) < 1e-9);
    const double z = rows[i].omega * rows[i].beta;
    CHECK(std::abs(rows[i].gaussian - 1 / (2 + z * z / 12)) < 1e-12);
    CHECK(rows[i].gaussian < rows[i].kappa);
  }
}

TEST_CASE("ldp-amplification: the JSON has the same rows, the text says what is no guarantee") {
  const auto rows = amplification_rows(omegas, betas, 0.001);
  const auto list = nlohmann::json::parse(amplification_json(rows));
  REQUIRE(list.size() == rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    CHECK(list[i].at("gamma").get<double>() == rows[i].gamma);
    CHECK(list[i].at("worst_case").get<double>() == rows[i].worst_case);
  }
  const std::string text = amplification_text(rows, 0.001);
  CHECK(text.find("NOT a guarantee") != std::string::npos);
  CHECK(text.find("0.198653") != std::string::npos);
  CHECK_THROWS_AS(amplification_rows(omegas, betas, 0), ConfigError);
}

TEST_CASE("ldp-amplification: the picture has what is guaranteed solid and what is not dashed") {
  const Chart chart = amplification_chart(amplification_rows(omegas, betas, 0.001));
  REQUIRE(chart.lines.size() == 4);
  for (const ChartLine& line : chart.lines) {
    CHECK(line.points.size() == 20);
    CHECK(line.dashed == (line.name.find("NO guarantee") != std::string::npos));
    CHECK(std::is_sorted(
        line.points.begin(), line.points.end(), [](auto& a, auto& b) { return a.x < b.x; }));
  }
  CHECK(chart.lines[0].points.back().y == doctest::Approx(1));
  CHECK(chart.lines[3].points.back().y == doctest::Approx(.198653));
  CHECK(chart.y.low == 0);
}

}  // namespace dpsco
