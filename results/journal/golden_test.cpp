// Journals of every schema version that was ever written must still load: one file each in golden/,
// written by the program of that time and never changed again.
#include <filesystem>
#include <limits>

#include <doctest/doctest.h>

#include "results/journal/journal_reader.hpp"
#include "results/journal/run_line.hpp"
#include "results/testing/samples.hpp"

namespace dpsco {

namespace {

Journal golden(int schema) {
  const ScratchFolder out;
  const auto source = std::filesystem::path(DPSCO_SOURCE_DIR) / "results" / "journal" / "golden" /
                      ("schema_" + std::to_string(schema) + ".jsonl");
  write_text(out.path() / "runs" / "a.jsonl", read_text(source));
  return read_journal(out.path());
}

}  // namespace

TEST_CASE("golden: every schema version has a file, and all of it is read") {
  for (int schema = 1; schema <= journal_schema; ++schema) {
    const Journal journal = golden(schema);
    CHECK(!journal.runs.empty());
    CHECK(journal.bad.empty());
    CHECK(journal.interrupted.empty());
    CHECK(journal.environments.size() == 1);
    for (const StoredRun& run : journal.runs) CHECK(journal.ledgers.contains(run.ledger_hash));
  }
}

TEST_CASE("golden: the numbers of schema 1 are what its writer wrote") {
  const Journal journal = golden(1);
  REQUIRE(journal.runs.size() == 6);
  CHECK(journal.ledgers.size() == 5);
  const StoredRun& first = journal.runs[0];
  CHECK(first.key == "44e1f234c0c8acea73b447398471a6088a350ffcdfaea5942052bffe4fa6dcc7");
  CHECK(first.digest.starts_with("55a0f7da45d7"));
  CHECK(first.label == "single-pass-dp-sgd");
  CHECK(first.status == Status::ok);
  CHECK(first.metrics == Numbers{{"excess_population_risk", 2.052617518777738}});
  CHECK(first.epsilons.at("gdp") == 0.9999999999994218);
  CHECK(first.epsilons.at("paper") == 1.3820211540094836);
  CHECK(first.parameters.at("data.n") == ParameterValue(std::int64_t{60}));
  CHECK(first.parameters.at("algorithm.eta0") == ParameterValue(10.0));
  CHECK(first.build == "395e66ddecbbcbcf");
  CHECK(first.seed == "7");
  const StoredRun& free = journal.runs[2];
  CHECK(free.label == "sgd");
  CHECK(free.epsilons.at("gdp") == std::numeric_limits<double>::infinity());
  CHECK(free.lowers.at("gdp") == std::numeric_limits<double>::infinity());
  CHECK(free.unsupported.contains("paper"));
}

}  // namespace dpsco
