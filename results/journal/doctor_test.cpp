#include "results/journal/doctor.hpp"

#include <algorithm>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "framework/core/check.hpp"
#include "results/journal/journal_writer.hpp"
#include "results/journal/run_line.hpp"
#include "results/testing/samples.hpp"

namespace dpsco {

namespace {

const Finding* found(const std::vector<Finding>& findings, const std::string& kind) {
  const auto at = std::find_if(
      findings.begin(), findings.end(), [&](const Finding& one) { return one.kind == kind; });
  return at == findings.end() ? nullptr : &*at;
}

std::string header(const std::string& build) {
  return R"({"kind":"header","schema":1,"build":")" + build + "\"}\n";
}

std::string run_text(const Record& record, const std::string& ledger = "") {
  std::string text;
  append_run_line(text, record, "s", ledger);
  return text;
}

}  // namespace

TEST_CASE("doctor: a journal that was closed is healthy") {
  const ScratchFolder out;
  JournalWriter writer(out.path(), "s");
  writer.write(sample_record("k"));
  writer.close();
  const auto findings = examine_folder(out.path());
  CHECK(findings.empty());
  CHECK(findings_text(findings) == "no faults found\n");
  CHECK(findings_json(findings) == "{\"healthy\":true,\"findings\":[]}\n");
}

TEST_CASE("doctor: every fault is found, with its place") {
  const ScratchFolder out;
  Record first = sample_record("k1"), second = sample_record("k1"), timed = sample_record("k2");
  second.digest = "other";
  timed.timing.isolated = true;
  timed.timing.quality = "contaminated";
  const auto file = out.path() / "runs" / "a.jsonl";
  write_text(file,
             header("b1") + run_text(first) + "{\"kind\":\"run\"\n" + run_text(second) +
                 run_text(timed, "abcdef") + header("b2") + run_text(sample_record("k3")));
  const auto findings = examine_folder(out.path());
  CHECK(has_fault(findings));
  REQUIRE(found(findings, "torn"));
  CHECK(found(findings, "torn")->text.starts_with(file.string() + ":3 "));
  REQUIRE(found(findings, "nondeterministic"));
  CHECK(found(findings, "nondeterministic")
            ->text.starts_with("run k1 has two digests by one build: d-k1 at " + file.string() +
                               ":2 and other at " + file.string() + ":4"));
  REQUIRE(found(findings, "mixed-builds"));
  CHECK(found(findings, "mixed-builds")->text.starts_with("runs of 2 builds: b1 (2 runs), b2 (1"));
  REQUIRE(found(findings, "contaminated"));
  CHECK(found(findings, "contaminated")->text.find("single-pass (1 runs)") != std::string::npos);
  REQUIRE(found(findings, "missing-ledger"));
  REQUIRE(found(findings, "interrupted"));
  CHECK(!found(findings, "interrupted")->fault);
  const auto json = nlohmann::json::parse(findings_json(findings));
  CHECK(json.at("healthy") == false);
  CHECK(json.at("findings").size() == findings.size());
}

TEST_CASE("doctor: what is usual is no fault: interruptions, replaced runs, times among others") {
  const ScratchFolder out;
  Record shared = sample_record("k");
  shared.timing.quality = "contaminated";  // in throughput mode: its time is never shown
  write_text(out.path() / "runs" / "a.jsonl", header("b") + run_text(shared));
  write_text(out.path() / "runs" / "b.jsonl", header("b") + run_text(shared));
  const auto findings = examine_folder(out.path());
  CHECK(!has_fault(findings));
  CHECK(found(findings, "interrupted"));
  CHECK(found(findings, "superseded"));
}

TEST_CASE("doctor: a newer schema is a finding, no journal at all a mistake") {
  const ScratchFolder out;
  CHECK_THROWS_AS(examine_folder(out.path()), ConfigError);
  write_text(out.path() / "runs" / "a.jsonl", R"({"kind":"header","schema":99})");
  const auto findings = examine_folder(out.path());
  REQUIRE(found(findings, "unreadable"));
  CHECK(found(findings, "unreadable")->text.find("journal schema 99") != std::string::npos);
}

}  // namespace dpsco
