#include "results/report/page.hpp"

#include <regex>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "framework/core/check.hpp"
#include "results/journal/journal_writer.hpp"
#include "results/report/page_data.hpp"
#include "results/report/page_files.hpp"
#include "results/testing/samples.hpp"

namespace dpsco {

namespace {

Record record_of(const std::string& label, std::int64_t d, std::int64_t repetition) {
  Record record = sample_record(fmt::format("{}-{}-{}-of-a-key", label, d, repetition));
  record.cell.label = label;
  record.cell.repetition = repetition;
  record.cell.data.parameters["d"] = d;
  record.d = d;
  record.metrics = {
      {"excess_population_risk", 0.1 + 1e-3 * double(d) + 0.01 * double(repetition % 3)}};
  return record;
}

/// Two methods, three sizes, three repetitions, one failure.
void write_results(const std::filesystem::path& out, const std::string& label = "sgd") {
  JournalWriter writer(out, "test-suite");
  for (const std::int64_t d : {10, 100, 1000}) {
    for (const std::int64_t repetition : {0, 1, 2}) {
      writer.write(record_of(label, d, repetition));
      Record other = record_of("other", d, repetition);
      if (d == 1000 && repetition == 2) {
        other.status = Status::failed;
        other.reason = "ran out of <b>luck</b>";
      }
      writer.write(other);
    }
  }
  writer.close();
}

ReportWords words_with(const std::string& risk, bool shape_only = false) {
  ReportWords words;
  words.bounds["ma2022"] = {risk, shape_only};
  return words;
}

std::string page(const std::filesystem::path& out,
                 const std::vector<std::string>& where = {},
                 const ReportWords& words = words_with("excess_population_risk")) {
  return page_of(make_report(out, where, words), words);
}

nlohmann::json data_of(const std::string& page, const std::string& id) {
  const std::string head = "id=\"" + id + "\">";
  const std::size_t start = page.find(head);
  REQUIRE(start != std::string::npos);
  const std::size_t end = page.find("</script>", start);
  return nlohmann::json::parse(page.substr(start + head.size(), end - start - head.size()));
}

bool contains(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("page: names no address, loads nothing, and forbids itself to") {
  const ScratchFolder out;
  write_results(out.path());
  const std::string text = page(out.path());
  CHECK_FALSE(contains(text, "://"));
  CHECK_FALSE(std::regex_search(text.substr(0, text.find("<script>")),
                                std::regex("(src|href)=\"[^#]|url\\(|@import|<link|<img")));
  CHECK(contains(
      text,
      "content=\"default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'\""));
}

TEST_CASE(
    "page: everything is there without scripts: figures, numbers, failures, machine, replay") {
  const ScratchFolder out;
  write_results(out.path());
  std::string text = page(out.path());
  text = text.substr(0, text.find("<script"));
  CHECK(contains(text, "dpsco report: test-suite"));
  CHECK(contains(text, "<b>17</b>runs ok"));
  CHECK(contains(text, "<b>1</b>runs failed"));
  CHECK(contains(text, "excess population risk against d"));
  CHECK(contains(text, "epsilon by accountant against the target"));
  CHECK(contains(text, "thread CPU time against d"));
  CHECK(contains(text, "<svg"));
  CHECK(contains(text, "dimension d (features)"));
  CHECK(contains(text, "ran out of &lt;b&gt;luck&lt;/b&gt;"));
  CHECK(contains(text, "<td>build.compiler<td>"));
  CHECK(contains(text, "dpsco replay"));
  CHECK(contains(text, "1 runs failed and are in no mean"));
  CHECK(contains(text, "<code>sgd-10-0-of-</code>"));
}

TEST_CASE("page: whatever a grid calls its methods stays text") {
  const ScratchFolder out;
  const std::string evil = "</script><script>alert(1)</script><img src=x>\"'&";
  write_results(out.path(), evil);
  const std::string text = page(out.path());
  CHECK_FALSE(contains(text, "<script>alert"));
  CHECK_FALSE(contains(text, "<img"));
  const auto data = data_of(text, "experiment-data");
  CHECK(data["columns"][0]["values"][0] == evil);
  // Data twice, then the library (if built in) and our script: as many ends as there are elements.
  std::size_t ends = 0;
  for (std::size_t at = text.find("</script>"); at != std::string::npos;
       at = text.find("</script>", at + 1))
    ++ends;
  CHECK(ends == 4);
}

TEST_CASE("page: the same results give the same bytes") {
  const ScratchFolder out;
  write_results(out.path());
  CHECK(page(out.path()) == page(out.path()));
}

TEST_CASE("page: charts as data are the charts that are drawn") {
  const ScratchFolder out;
  write_results(out.path());
  const std::string text = page(out.path());
  const auto charts = data_of(text, "chart-data");
  REQUIRE(charts.size() == 3);
  for (const auto& chart : charts)
    CHECK(contains(text, "<figure id=\"" + chart["id"].get<std::string>() + "\">"));
  const auto& first = charts[0];
  REQUIRE(first["lines"].size() == 4);  // two methods and the bound of each
  const auto& points = first["lines"][0]["points"];
  REQUIRE(points.size() == 3);
  CHECK(points[0][0] == 10);
  CHECK(points[0][1] == 0.12);  // 0.1 + 0.01 + (0 + 0.01 + 0.02) / 3
  CHECK(points[0][4] == 3);
}

TEST_CASE("page: a bound is drawn over its own metric and no other, else it is said why not") {
  const ScratchFolder out;
  {
    JournalWriter writer(out.path(), "s");
    for (const std::int64_t d : {10, 100, 1000}) {
      Record record = record_of("sgd", d, 0);
      record.metrics.emplace("excess_empirical_risk", 0.05);
      writer.write(record);
    }
    writer.close();
  }
  const auto bounded = [&](const ReportWords& words) {
    std::string titles;
    for (const Chart& chart : make_report(out.path(), {}, words).metric_charts)
      for (const ChartLine& line : chart.lines)
        if (line.dashed) titles += chart.title + ": " + line.name + "\n";
    return titles;
  };
  const auto says = [&](const ReportWords& words, const std::string& what) {
    return contains(page(out.path(), {}, words), "bound ma2022: " + what + ".</p>");
  };
  const ReportWords empirical = words_with("excess_empirical_risk");
  CHECK(bounded(empirical) == "excess empirical risk against d: bound ma2022\n");
  CHECK(says(empirical, "of excess empirical risk; dashed over its lines"));
  const ReportWords population = words_with("excess_population_risk");
  CHECK(bounded(population) == "excess population risk against d: bound ma2022\n");
  for (const auto& each :
       {std::pair(words_with(""), "not drawn: it bounds no metric"),
        std::pair(words_with("other_risk"), "of other risk; not drawn: no run was asked for it"),
        std::pair(words_with("excess_empirical_risk", true),
                  "of excess empirical risk; not drawn: it claims no constants"),
        std::pair(ReportWords{}, "not drawn: what it bounds is not known to this build")}) {
    CHECK(bounded(each.first).empty());
    CHECK(says(each.first, each.second));
  }
}

TEST_CASE("page: --where chooses, and says so") {
  const ScratchFolder out;
  write_results(out.path());
  const std::string text = page(out.path(), {"label=sgd", "d<=100"});
  CHECK(contains(text, "only runs with label=sgd and d&lt;=100"));
  CHECK(contains(text, "<b>6</b>runs ok"));
  CHECK(contains(
      text,
      "dpsco report " + out.path().string() + " --where label=sgd --where &#39;d&lt;=100&#39;"));
  CHECK_THROWS_WITH_AS(make_report(out.path(), {"label=sdg"}, {}),
                       "--where 'label=sdg': no run has label = sdg; did you mean 'sgd'?",
                       ConfigError);
}

TEST_CASE("page: damage, an interrupted file and an unfinished plan are said at the top") {
  const ScratchFolder out;
  { JournalWriter(out.path(), "s").write(record_of("sgd", 10, 0)); }  // no close(): no footer
  write_text(out.path() / "runs" / "20000101T000000.000000Z-1.jsonl", R"({"kind":"ru)");
  write_text(out.path() / "plan.jsonl", "{\"key\":\"sgd-10-0-of-a-key\"}\n{\"key\":\"k2\"}\n");
  const std::string text = page(out.path());
  CHECK(contains(text, "1 journal lines are damaged"));
  CHECK(contains(text, "2 of 2 journal files have no end"));
  CHECK(contains(text, "<b>1</b>planned, not run yet"));
}

TEST_CASE("page: a folder without results is an error that says what was expected") {
  const ScratchFolder out;
  CHECK_THROWS_WITH_AS(
      make_report(out.path(), {}, {}),
      fmt::format("{0} holds no results: expected {0}/runs/*.jsonl", out.path().string()).c_str(),
      ConfigError);
}

TEST_CASE("page: runs that all failed make a page without figures of results") {
  const ScratchFolder out;
  {
    JournalWriter writer(out.path(), "s");
    Record record = record_of("sgd", 10, 0);
    record.status = Status::failed;
    record.reason = "oom";
    record.metrics.clear();
    record.accounts.clear();
    writer.write(record);
    writer.close();
  }
  const std::string text = page(out.path());
  CHECK(contains(text, "No run gave a number to draw."));
  CHECK(contains(text, "No ledger was priced"));
  CHECK(contains(text, "oom"));
}

TEST_CASE("page data: codes read back, one letter or two each, with -1 for none") {
  Report report;
  std::vector<StoredRun> runs(300);
  CodedColumn column{.name = "c", .number = true};
  for (int k = 0; k < 300; ++k) {
    column.values.emplace_back(k);
    column.code.push_back(k - 1);
    report.set.runs.push_back({&runs[std::size_t(k)]});
  }
  for (const std::size_t distinct : {1U, 50U, 84U, 85U, 86U, 87U, 88U, 299U}) {
    CodedColumn cut = column;
    cut.values.resize(distinct);
    for (int& code : cut.code) code = std::min(code, int(distinct) - 1);
    const auto data = experiment_data(report, {.fields = {cut}});
    const auto alphabet = data["alphabet"].get<std::string>();
    const auto letters = data["columns"][0]["code"].get<std::string>();
    const auto width = data["columns"][0]["width"].get<std::size_t>();
    REQUIRE(letters.size() == 300 * width);
    for (std::size_t i = 0; i < 300; ++i) {
      std::size_t value = 0;
      for (std::size_t k = width; k-- > 0;)
        value = value * alphabet.size() + alphabet.find(letters[i * width + k]);
      CHECK(int(value) - 1 == cut.code[i]);
    }
  }
}

TEST_CASE("page data: an epsilon is rounded up, never to nearest") {
  const ScratchFolder out;
  {
    JournalWriter writer(out.path(), "s");
    Record record = record_of("sgd", 10, 0);
    record.accounts = {{"gdp", Price{.epsilon = 1.00001}}};
    writer.write(record);
    writer.close();
  }
  const Report report = make_report(out.path(), {}, {});
  const ExperimentColumns columns = experiment_columns(report);
  REQUIRE(columns.epsilons.size() == 1);
  CHECK(columns.epsilons[0].values[0] == 1.0001);
}

TEST_CASE("page: ten thousand runs stay below a megabyte") {
  const ScratchFolder out;
  {
    JournalWriter writer(out.path(), "s");
    for (std::int64_t k = 0; k < 10000; ++k) {
      Record record =
          record_of("method-" + std::to_string(k % 7), 10 * (1 + k / 7 % 9), k / 63 % 10);
      const std::int64_t target = 1 + k / 630;
      record.cell.target.epsilon = double(target);
      record.cell.key = fmt::format("{:064x}", std::uint64_t(k) * 0x9e3779b97f4a7c15U);
      writer.write(record);
    }
    writer.close();
  }
  CHECK(page(out.path()).size() < 1000000);
}

}  // namespace dpsco
