#include "results/merge/merge.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "framework/core/check.hpp"
#include "framework/core/hashing.hpp"
#include "results/journal/journal_writer.hpp"
#include "results/journal/run_line.hpp"
#include "results/testing/samples.hpp"

namespace dpsco {

namespace {

namespace fs = std::filesystem;

std::string header(const std::string& build) {
  return R"({"kind":"header","schema":1,"suite":"s","build":")" + build + R"(","env_key":"e-)" +
         build + "\"}\n" + R"({"kind":"env","env_key":"e-)" + build +
         R"(","build":{},"machine":{},"state":{}})" + "\n";
}

/// A run with its ledger before it.
std::string run_text(const std::string& key, const std::string& digest, int second = 0) {
  Record record = sample_record(key);
  record.digest = digest;
  record.finished = *record.finished + std::chrono::seconds(second);
  const std::string hash = sha256_hex(record.ledger);
  std::string text =
      R"({"kind":"ledger","hash":")" + hash + R"(","ledger":)" + record.ledger + "}\n";
  append_run_line(text, record, "s", hash);
  return text;
}

void put(const fs::path& folder, const std::string& name, const std::string& text) {
  write_text(folder / "runs" / name, text);
}

MergeReport merged(const std::vector<fs::path>& folders, const fs::path& out) {
  return merge_journals(folders, out);
}

std::size_t files_in(const fs::path& folder) {
  std::size_t count = 0;
  for ([[maybe_unused]] const auto& entry : fs::directory_iterator(folder)) ++count;
  return count;
}

}  // namespace

TEST_CASE("merge: two folders become one, equal runs once, ledgers once, everything readable") {
  const ScratchFolder scratch;
  const fs::path a = scratch.path() / "a", b = scratch.path() / "b", out = scratch.path() / "out";
  put(a, "1.jsonl", header("x") + run_text("k1", "d1") + run_text("k2", "d2"));
  put(b, "2.jsonl", header("x") + run_text("k2", "d2") + run_text("k3", "d3"));
  write_text(a / "plan.jsonl", "{\"key\":\"k1\"}\n{\"key\":\"k2\"}\n");
  write_text(b / "plan.jsonl", "{\"key\":\"k2\"}\ntorn{\n{\"key\":\"k3\"}\n{\"key\":\"k4\"}\n");
  const MergeReport report = merged({a, b}, out);
  CHECK(report.runs == 3);
  CHECK(report.written == 3);
  CHECK(report.dropped == 1);
  CHECK(report.replaced.empty());
  const Journal journal = read_journal(out);
  CHECK(journal.runs.size() == 3);
  CHECK(journal.superseded == 0);
  CHECK(journal.bad.empty());
  CHECK(journal.interrupted.empty());
  CHECK(journal.ledgers.size() == 1);
  CHECK(journal.environments.size() == 1);
  for (const StoredRun& run : journal.runs) {
    CHECK(run.build == "x");
    CHECK(run.env_key == "e-x");
    CHECK(journal.ledgers.contains(run.ledger_hash));
    CHECK(run.metrics.at("excess_population_risk") == 0.14062500001);
  }
  const std::string text = read_text(report.file);
  CHECK(text.find("\"ledger\",") == text.rfind("\"ledger\","));
  CHECK(read_text(out / "plan.jsonl") ==
        "{\"key\":\"k1\"}\n{\"key\":\"k2\"}\n{\"key\":\"k3\"}\n{\"key\":\"k4\"}\n");

  SUBCASE("again it adds nothing") {
    const MergeReport again = merged({a, b}, out);
    CHECK(again.runs == 3);
    CHECK(again.written == 0);
    CHECK(again.file.empty());
    CHECK(files_in(out / "runs") == 1);
    CHECK(merged({a, b, out}, out).written == 0);
  }
  SUBCASE("a third folder adds what is new, in a new file") {
    const fs::path c = scratch.path() / "c";
    put(c, "3.jsonl", header("x") + run_text("k3", "d3") + run_text("k4", "d4"));
    const MergeReport more = merged({c}, out);
    CHECK(more.runs == 4);
    CHECK(more.written == 1);
    CHECK(files_in(out / "runs") == 2);
    CHECK(read_journal(out).runs.size() == 4);
    // The ledger is in OUT already.
    CHECK(read_text(more.file).find("\"ledger\",") == std::string::npos);
  }
  SUBCASE("what was merged can be merged again, and runs keep their builds") {
    const fs::path c = scratch.path() / "c", last = scratch.path() / "last";
    put(c, "3.jsonl", run_text("k0", "d0") + header("y") + run_text("k5", "d5"));
    CHECK(merged({out, c}, last).written == 5);
    for (const StoredRun& run : read_journal(last).runs)
      CHECK(run.build == (run.key == "k0" ? "" : run.key == "k5" ? "y" : "x"));
  }
}

TEST_CASE("merge: one build that gives one key two digests is refused, and nothing is written") {
  const ScratchFolder scratch;
  const fs::path a = scratch.path() / "a", b = scratch.path() / "b", out = scratch.path() / "out";
  put(a, "1.jsonl", header("x") + run_text("k1", "d1") + run_text("k2", "d2"));
  put(b, "2.jsonl", header("x") + run_text("k2", "other"));
  const MergeReport report = merged({a, b}, out);
  REQUIRE(report.conflicts.size() == 1);
  CHECK(report.conflicts[0].key == "k2");
  CHECK(report.conflicts[0].first_digest == "d2");
  CHECK(report.conflicts[0].second_digest == "other");
  CHECK(!fs::exists(out));
  const std::string text = merge_text(report, out);
  CHECK(text.find("run k2 differs: digest d2 in " + (a / "runs" / "1.jsonl").string() + ":6") == 0);
  CHECK(text.find("nothing was written") != std::string::npos);
  CHECK(nlohmann::json::parse(merge_json(report)).at("conflicts")[0].at("digests").dump() ==
        R"(["d2","other"])");
}

TEST_CASE("merge: a third build between two that differ does not hide the conflict") {
  const ScratchFolder scratch;
  const fs::path a = scratch.path() / "a", out = scratch.path() / "out";
  put(a,
      "1.jsonl",
      header("x") + run_text("k", "d1") + header("y") + run_text("k", "d2") + header("x") +
          run_text("k", "d3"));
  const MergeReport report = merged({a}, out);
  REQUIRE(report.conflicts.size() == 1);
  CHECK(report.conflicts[0].first_line == 4);
  CHECK(report.conflicts[0].second_line == 12);
}

TEST_CASE("merge: of two builds the newest run stays, whatever its folder, and both are named") {
  const ScratchFolder scratch;
  const fs::path a = scratch.path() / "a", b = scratch.path() / "b", out = scratch.path() / "out";
  // The newer result stands in the older file: its own time decides.
  put(a, "1.jsonl", header("new") + run_text("k1", "d-new", 60));
  put(b, "2.jsonl", header("old") + run_text("k1", "d-old", 0) + run_text("k2", "d2"));
  for (const auto& folders : {std::vector{a, b}, std::vector{b, a}}) {
    const MergeReport report = merged(folders, out / folders[0].filename());
    REQUIRE(report.replaced.size() == 1);
    CHECK(report.replaced[0].key == "k1");
    CHECK(report.replaced[0].old_build == "old");
    CHECK(report.replaced[0].new_build == "new");
    CHECK(report.dropped == 0);
    const Journal journal = read_journal(out / folders[0].filename());
    REQUIRE(journal.runs.size() == 2);
    for (const StoredRun& run : journal.runs)
      CHECK(run.digest == (run.key == "k1" ? "d-new" : "d2"));
    CHECK(merge_text(report, out).find("run k1: build old replaced by build new") == 0);
  }
}

TEST_CASE("merge: torn lines stay behind, prices come along, an empty journal is no obstacle") {
  const ScratchFolder scratch;
  const fs::path a = scratch.path() / "a", b = scratch.path() / "b", out = scratch.path() / "out";
  std::string price;
  append_account_line(price,
                      {.ledger_hash = sha256_hex(sample_record("").ledger),
                       .accountant = "pld",
                       .delta = 1e-6,
                       .price = {.epsilon = 2, .direction = "upper"}});
  put(a,
      "1.jsonl",
      header("x") + run_text("k1", "d1") + "{\"kind\":\"run\",\"v\":1,\"ke\n" + price);
  fs::create_directories(b / "runs");
  const MergeReport report = merged({a, b}, out);
  CHECK(report.runs == 1);
  CHECK(report.bad == 1);
  const Journal journal = read_journal(out);
  CHECK(journal.bad.empty());
  REQUIRE(journal.runs.size() == 1);
  CHECK(price_at(journal.runs[0], "pld", 1e-6)->epsilon == 2);
  CHECK(merged({b}, scratch.path() / "none").runs == 0);
  CHECK_THROWS_AS(merged({scratch.path() / "absent"}, out), ConfigError);
}

}  // namespace dpsco
