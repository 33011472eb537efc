#include "results/export/export.hpp"

#include <cmath>
#include <limits>
#include <set>
#include <sqlite3.h>
#include <sstream>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "framework/core/check.hpp"
#include "results/journal/journal_writer.hpp"
#include "results/testing/samples.hpp"

namespace dpsco {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Two runs: one like those of a suite, one that failed and has a comma in its reason.
Journal sample_journal(const std::filesystem::path& out) {
  {
    JournalWriter writer(out, "s");
    Record record = sample_record("k1");
    record.accounts.insert_or_assign("rdp", Price{.epsilon = infinity});
    record.metrics.insert_or_assign("broken", std::nan(""));
    writer.write(record);
    Record failed = sample_record("k2");
    failed.status = Status::failed;
    failed.reason = "threw \"no\", twice";
    failed.metrics.clear();
    failed.cell.algorithm.parameters["eta0"] = 0.1;
    writer.write(failed);
    writer.close();
  }
  return read_journal(out);
}

std::string csv(const Journal& journal, const std::vector<std::string>& names) {
  std::vector<const StoredRun*> runs;
  for (const StoredRun& run : journal.runs) runs.push_back(&run);
  std::ostringstream out;
  write_csv(out, runs, export_columns_named(journal.runs, names));
  return out.str();
}

/// The answer's cells joined by |, rows by newlines.
std::string answer(const std::filesystem::path& file, const std::string& sql) {
  sqlite3* database = nullptr;
  REQUIRE(sqlite3_open(file.c_str(), &database) == SQLITE_OK);
  std::string text;
  const auto add_row = [](void* to, int count, char** values, char** /*names*/) {
    for (int i = 0; i < count; ++i)
      *static_cast<std::string*>(to) +=
          std::string(i > 0 ? "|" : "") + (values[i] != nullptr ? values[i] : "NULL");
    *static_cast<std::string*>(to) += '\n';
    return 0;
  };
  char* error = nullptr;
  CHECK(sqlite3_exec(database, sql.c_str(), add_row, &text, &error) == SQLITE_OK);
  if (error != nullptr) text += error;
  sqlite3_free(error);
  sqlite3_close(database);
  return text;
}

}  // namespace

TEST_CASE("export: CSV has the columns asked for, quotes what needs it, and leaves holes empty") {
  const ScratchFolder out;
  const Journal journal = sample_journal(out.path());
  CHECK(csv(journal, {"key", "digest", "status", "reason", "eta0", "excess_population_risk"}) ==
        "key,digest,status,reason,eta0,excess_population_risk\n"
        "k1,d-k1,ok,,10,0.14062500001\n"
        "k2,d-k2,failed,\"threw \"\"no\"\", twice\",0.1,\n");
  CHECK(csv(journal, {"epsilon/rdp", "broken", "n", "data.n"}) ==
        "epsilon/rdp,broken,n,data.n\ninf,nan,2000,2000\n1.25,,2000,2000\n");
}

TEST_CASE("export: without names every column is there once, and no column is empty by mistake") {
  const ScratchFolder out;
  const Journal journal = sample_journal(out.path());
  std::set<std::string> names;
  for (const ExportColumn& column : export_columns(journal.runs)) {
    CHECK(names.insert(column.name).second);
    const auto value = column.of(journal.runs[0]);
    // What the sample has not: no reason, no file behind its data, no pressure gauge.
    const bool absent =
        column.name == "reason" || column.name == "data_hash" || column.name == "pressure";
    CHECK_MESSAGE(value.has_value() != absent, column.name);
  }
  for (const char* name : {"key",
                           "digest",
                           "label",
                           "algorithm.eta0",
                           "bound/ma2022",
                           "schedule/T",
                           "epsilon/gdp",
                           "wait",
                           "finished",
                           "build",
                           "env_key",
                           "seed"})
    CHECK(names.contains(name));
}

TEST_CASE("export: JSON Lines are flat objects whose numbers round-trip") {
  const ScratchFolder out;
  const Journal journal = sample_journal(out.path());
  std::ostringstream text;
  std::vector<const StoredRun*> runs{&journal.runs.front()};
  write_jsonl(text, runs, export_columns(journal.runs));
  const auto json = nlohmann::json::parse(text.str());
  CHECK(json.at("excess_population_risk") == 0.14062500001);
  CHECK(json.at("seed") == "18446744073709551615");
  CHECK(json.at("n").is_number_integer());
  CHECK(json.at("epsilon/rdp").is_null());
  CHECK(json.at("nonfinite").at("epsilon/rdp") == "inf");
  CHECK(json.at("nonfinite").at("broken") == "nan");
  CHECK(!json.contains("reason"));
}

TEST_CASE("export: SQLite has the five STRICT tables with everything in them") {
  const ScratchFolder out;
  const Journal journal = sample_journal(out.path());
  const auto file = out.path() / "a.sqlite";
  CHECK(export_journal(journal, {.format = "sqlite", .to = file.string()}) == 2);
  CHECK(answer(file,
               "SELECT name, strict FROM pragma_table_list WHERE schema = 'main' AND name NOT LIKE "
               "'sqlite%' ORDER BY name") ==
        "accounts|1\nenvironments|1\nmetrics|1\nruns|1\ntimings|1\n");
  CHECK(
      answer(file,
             "SELECT key, status, reason, n, epsilon, seed, parameters ->> '$.\"algorithm.eta0\"' "
             "FROM runs ORDER BY key") ==
      "k1|ok|NULL|2000|1.0|18446744073709551615|10.0\n"
      "k2|failed|threw \"no\", twice|2000|1.0|18446744073709551615|0.1\n");
  CHECK(answer(file, "SELECT kind, name, value, missing FROM metrics WHERE key = 'k1'") ==
        "bound|ma2022|0.5|NULL\nbound|other|NULL|needs strong convexity\n"
        "metric|broken|NULL|not a number\nmetric|excess_population_risk|0.14062500001|NULL\n"
        "metric|test_accuracy|NULL|no test set\n"
        "schedule|T|1117.0|NULL\nschedule|beta0|0.0123456789|NULL\nschedule|eta|0.1|NULL\n");
  CHECK(answer(file,
               "SELECT accountant, delta, epsilon, lower, direction, note, unsupported FROM "
               "accounts WHERE key = 'k2'") ==
        "gdp|1.0e-05|0.97|NULL|exact|NULL|NULL\n"
        "paper|1.0e-05|NULL|NULL|NULL|NULL|knows iterations only\n"
        "rdp|1.0e-05|1.25|0.5|upper|order 14|NULL\n");
  CHECK(answer(file, "SELECT epsilon FROM accounts WHERE key = 'k1' AND accountant = 'rdp'") ==
        "Inf\n");
  CHECK(answer(file,
               "SELECT mode, wall, cpu, wait, voluntary_switches, quality FROM timings WHERE key = "
               "'k1'") == "throughput|0.0125|0.0119|0.0005|2|unknown\n");
  CHECK(answer(file,
               "SELECT count(*), sum(json_valid(machine)) FROM environments JOIN runs USING "
               "(env_key)") == "2|2\n");
  // A second export replaces the file.
  CHECK(export_journal(journal,
                       {.format = "sqlite", .to = file.string(), .where = {"status=ok"}}) == 1);
  CHECK(answer(file, "SELECT count(*) FROM runs") == "1\n");
}

TEST_CASE("export: mistakes are sentences, and leave an earlier export alone") {
  const ScratchFolder out;
  const Journal journal = sample_journal(out.path());
  const std::string file = (out.path() / "a.csv").string();
  write_text(file, "before");
  CHECK_THROWS_WITH_AS(export_journal(journal, {.format = "sqlit"}),
                       "--format: unknown format 'sqlit'; did you mean 'sqlite'?",
                       ConfigError);
  CHECK_THROWS_WITH_AS(export_journal(journal, {.to = file, .columns = {"digst"}}),
                       "--columns: no column 'digst'; did you mean 'digest'?",
                       ConfigError);
  CHECK_THROWS_AS(export_journal(journal, {.format = "sqlite"}), ConfigError);
  CHECK_THROWS_AS(export_journal({}, {.to = file}), ConfigError);
  CHECK_THROWS_AS(export_journal(journal, {.to = "/no-such-folder/a.csv"}), ConfigError);
  CHECK_THROWS_AS(export_journal(journal, {.format = "sqlite", .to = "/no-such-folder/a.db"}),
                  ConfigError);
  CHECK(read_text(file) == "before");
}

}  // namespace dpsco
