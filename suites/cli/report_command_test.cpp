#include "suites/cli/report_command.hpp"

#include <doctest/doctest.h>

#include "results/journal/journal_writer.hpp"
#include "results/testing/samples.hpp"
#include "suites/catalog.hpp"

namespace dpsco {

TEST_CASE("report command: bounds are drawn over what their cards say, a shape is not drawn") {
  const ScratchFolder out;
  {
    JournalWriter writer(out.path(), "s");
    for (const std::int64_t d : {10, 100}) {
      Record record = sample_record("key-" + std::to_string(d));
      record.cell.data.parameters["d"] = d;
      record.d = d;
      record.metrics = {{"excess_empirical_risk", 0.1}, {"excess_population_risk", 0.2}};
      record.bounds = {{"decentralised-gd", 0.5}, {"bassily2014", 0.7}};
      writer.write(record);
    }
    writer.close();
  }
  write_report({.out = out.path().string()}, full_catalog());
  const std::string page = read_text(out.path() / "report.html");
  const auto says = [&](std::string_view part) { return page.find(part) != std::string::npos; };
  CHECK(says("; of excess empirical risk; dashed over its lines.</p>"));
  CHECK(says("\"name\":\"bound decentralised-gd\""));
  CHECK(says("bound bassily2014 is not drawn: it claims a shape, but no constants"));
  CHECK_FALSE(says("\"name\":\"bound bassily2014\""));
}

}  // namespace dpsco
