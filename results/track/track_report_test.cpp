#include "results/track/track_report.hpp"

#include <limits>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "framework/core/check.hpp"

namespace dpsco {

namespace {

TrackReport sample() {
  return {.cases = {{.kind = "privacy", .subject = "a: epsilon/gdp"},
                    {.kind = "counted",
                     .subject = "normals<4096> & \"more\"",
                     .verdict = Verdict::regression,
                     .what = "100 -> 105 instructions (+5 %)",
                     .before = 100,
                     .after = 105},
                    {.kind = "timed",
                     .subject = "normals",
                     .verdict = Verdict::advisory,
                     .what = "a | b",
                     .before = std::numeric_limits<double>::infinity()}},
          .notes = {"read the page"}};
}

}  // namespace

TEST_CASE("report: a regression is said first and in every format, an advisory stops nothing") {
  TrackReport report = sample();
  CHECK(has_regression(report));
  CHECK(report_as("text", report).find("1 regression in 3 checks") == 0);
  const std::string markdown = report_as("md", report);
  CHECK(markdown.find("### 1 regression") == 0);
  CHECK(markdown.find("| advisory | timed | normals | a \\| b |") != std::string::npos);
  CHECK(markdown.find("- read the page") != std::string::npos);
  report.cases.erase(report.cases.begin() + 1);
  CHECK(!has_regression(report));
  CHECK(report_as("text", report).find("No regression in 2 checks") == 0);
}

TEST_CASE("report: JUnit has a case a check, a failure a regression, and escapes what XML must") {
  const std::string xml = report_as("junit", sample());
  CHECK(xml.find("<testsuite name=\"counted\" tests=\"1\" failures=\"1\">") != std::string::npos);
  CHECK(
      xml.find(
          "name=\"normals&lt;4096&gt; &amp; &quot;more&quot;\"><failure message=\"100 -&gt; 105") !=
      std::string::npos);
  CHECK(xml.find("<testcase classname=\"privacy\" name=\"a: epsilon/gdp\"/>") != std::string::npos);
  CHECK(xml.find("<system-out>advisory: a | b</system-out>") != std::string::npos);
  CHECK(xml.find("<failure") == xml.rfind("<failure"));
}

TEST_CASE("report: JSON has the numbers, infinite ones as words") {
  const auto json = nlohmann::json::parse(report_as("json", sample()));
  CHECK(json["regression"] == true);
  CHECK(json["cases"][1]["after"] == 105);
  CHECK(json["cases"][2]["before"] == "inf");
  CHECK(json["cases"][0]["before"].is_null());
  CHECK_THROWS_WITH_AS(
      report_as("junti", sample()), "unknown format 'junti'; did you mean 'junit'?", ConfigError);
}

}  // namespace dpsco
