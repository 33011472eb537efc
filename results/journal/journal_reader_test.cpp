#include "results/journal/journal_reader.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

#include <doctest/doctest.h>

#include "framework/core/check.hpp"
#include "framework/core/hashing.hpp"
#include "results/environment/build_info.hpp"
#include "results/journal/journal_writer.hpp"
#include "results/journal/run_line.hpp"
#include "results/testing/samples.hpp"

namespace dpsco {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

std::string run_text(const Record& record) {
  std::string line;
  append_run_line(line, record, "s", "");
  return line;
}

std::string header_text(const std::string& build) {
  return R"({"kind":"header","schema":1,"suite":"s","build":")" + build + "\"}\n";
}

std::string error_of(const std::filesystem::path& out) {
  try {
    (void)read_journal(out);
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "read";
}

}  // namespace

TEST_CASE("journal: what is written is what is read") {
  const ScratchFolder out;
  {
    JournalWriter writer(out.path(), "dimension");
    writer.write(sample_record("k1"));
    writer.close();
  }
  const Journal journal = read_journal(out.path());
  CHECK(journal.bad.empty());
  CHECK(journal.interrupted.empty());
  CHECK(journal.ledgers.at(sha256_hex(sample_record("").ledger)) == sample_record("").ledger);
  REQUIRE(journal.runs.size() == 1);
  const StoredRun& run = journal.runs[0];
  CHECK(run.key == "k1");
  CHECK(run.digest == "d-k1");
  CHECK(run.status == Status::ok);
  CHECK(run.label == "single-pass");
  CHECK(run.suite == "dimension");
  CHECK(run.algorithm == "single-pass-dp-sgd");
  CHECK(run.data == "spiked");
  CHECK(run.loss == "logistic");
  CHECK(run.parameters == Parameters{{"algorithm.calibration", std::string("gdp")},
                                     {"algorithm.eta0", 10.0},
                                     {"data.R", 10.0},
                                     {"data.d", std::int64_t{1000}},
                                     {"data.n", std::int64_t{2000}},
                                     {"loss.lambda", 0.0}});
  CHECK(run.n == 2000);
  CHECK(run.d == 1000);
  CHECK(run.target.epsilon == 1);
  CHECK(run.target.delta == 1e-5);
  CHECK(run.target.adjacency == Adjacency::replace_one);
  CHECK(run.calibrate == "iteration");
  CHECK(run.repetition == 3);
  CHECK(run.seed == "18446744073709551615");
  CHECK(run.metrics == Numbers{{"excess_population_risk", 0.14062500001}});
  CHECK(run.bounds == Numbers{{"ma2022", 0.5}});
  CHECK(run.bound_versions.size() == 2);
  CHECK(run.bound_versions.at("ma2022") == 2);
  CHECK(run.bound_versions.at("other") == 1);
  CHECK(run.missing ==
        Texts{{"test_accuracy", "no test set"}, {"bound/other", "needs strong convexity"}});
  CHECK(run.schedule == Numbers{{"T", 1117}, {"beta0", 0.0123456789}, {"eta", 0.1}});
  CHECK(run.epsilons == Numbers{{"gdp", 0.97}, {"rdp", 1.25}});
  CHECK(run.directions == Texts{{"gdp", "exact"}, {"rdp", "upper"}});
  CHECK(run.unsupported == Texts{{"paper", "knows iterations only"}});
  CHECK(run.optimum_gap == 1e-11);
  CHECK(run.radius_mark == "oracle");
  CHECK(!run.isolated);
  CHECK(run.quality == "unknown");
  CHECK(run.wall == 0.0125);
  CHECK(run.cpu == 0.0119);
  CHECK(run.gradients == 1999);
  CHECK(run.build == build_id());
  CHECK(run.line == 4);
}

TEST_CASE("journal: infinities and NaN come back") {
  Record record = sample_record("k");
  record.metrics = {{"a.b", infinity}, {"c", std::nan("")}, {"d", -infinity}};
  record.accounts = {{"gdp", Price{.epsilon = infinity}}};
  const ScratchFolder out;
  write_text(out.path() / "runs" / "a.jsonl", run_text(record));
  const Journal journal = read_journal(out.path());
  REQUIRE(journal.runs.size() == 1);
  CHECK(journal.runs[0].metrics.at("a.b") == infinity);
  CHECK(std::isnan(journal.runs[0].metrics.at("c")));
  CHECK(journal.runs[0].metrics.at("d") == -infinity);
  CHECK(journal.runs[0].epsilons.at("gdp") == infinity);
}

TEST_CASE("journal: truncated at every byte, the whole lines before the cut are read") {
  const ScratchFolder out;
  std::string text;
  {
    JournalWriter writer(out.path(), "s");
    writer.write(sample_record("k1"));
    writer.write(sample_record("k2"));
    writer.close();
    text = read_text(writer.file());
  }
  const auto file = out.path() / "cut" / "runs" / "a.jsonl";
  for (std::size_t size = 0; size <= text.size(); ++size) {
    const std::string part = text.substr(0, size);
    write_text(file, part);
    const Journal journal = read_journal(out.path() / "cut");
    // A line is whole from its closing brace on; its newline is not needed.
    std::size_t runs = 0, whole = 0;
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = text.find('\n', at);
      if (end > size) break;
      runs += text.compare(at, 13, R"({"kind":"run")") == 0 ? 1U : 0U;
      whole = end;
      at = end + 1;
    }
    const bool torn = size > whole + 1 || (whole == 0 && size > 0);
    REQUIRE(journal.runs.size() == runs);
    REQUIRE(journal.bad.size() == (torn ? 1 : 0));
    REQUIRE(journal.interrupted.size() == (size + 1 < text.size() ? 1 : 0));
  }
}

TEST_CASE("journal: damaged lines are passed over, with file and line") {
  const ScratchFolder out;
  const auto file = out.path() / "runs" / "a.jsonl";
  const std::string good = run_text(sample_record("k1"));
  write_text(file,
             header_text("b") + "rubbish\n" + good.substr(0, 300) + "\n" + std::string(20, '\0') +
                 "\n\n[1,2]\n3\n{\"kind\":3}\n{}\n" +
                 R"({"kind":"run","v":1,"key":"x","status":"finished"})" + "\n" +
                 R"({"kind":"run","v":1,"status":"ok"})" + "\n" +
                 R"({"kind":"ledger","hash":"x"})" + "\n" +
                 R"({"kind":"novelty","of":[{"a":[1]}]})" + "\n" + good);
  const Journal journal = read_journal(out.path());
  CHECK(journal.runs.size() == 1);
  std::vector<std::size_t> lines;
  for (const BadLine& bad : journal.bad) {
    CHECK(bad.file == file);
    lines.push_back(bad.line);
  }
  CHECK(lines == std::vector<std::size_t>{2, 3, 4, 6, 7, 8, 9, 10, 11, 12});
}

TEST_CASE("journal: a newer schema is refused with a sentence") {
  const ScratchFolder out;
  const auto file = out.path() / "runs" / "a.jsonl";
  write_text(file, R"({"kind":"header","schema":2})");
  CHECK(error_of(out.path()) ==
        file.string() +
            ":1: written with journal schema 2, but this build reads schema 1: use the dpsco that "
            "wrote it, or move the file out of the folder");
  write_text(file, R"({"kind":"run","v":7,"key":"x","status":"ok"})");
  CHECK(error_of(out.path()).find("schema 7") != std::string::npos);
}

TEST_CASE("journal: no folder and an empty folder are an empty journal") {
  const ScratchFolder out;
  CHECK(read_journal(out.path() / "nothing").runs.empty());
  std::filesystem::create_directories(out.path() / "runs");
  CHECK(read_journal(out.path()).files.empty());
}

TEST_CASE("journal: of one key the newest run counts, but a cancelled one replaces nothing") {
  Record old = sample_record("k1"), newer = sample_record("k1"), cancelled = sample_record("k1");
  old.status = Status::failed;
  old.digest = "old";
  newer.digest = "new";
  cancelled.status = Status::cancelled;
  const ScratchFolder out;
  // Written in the wrong order on purpose: names decide, then lines.
  write_text(out.path() / "runs" / "b.jsonl", run_text(newer) + run_text(cancelled));
  write_text(out.path() / "runs" / "a.jsonl", run_text(cancelled) + run_text(old));
  const Journal journal = read_journal(out.path());
  REQUIRE(journal.runs.size() == 1);
  CHECK(journal.runs[0].digest == "new");
  CHECK(journal.files[journal.runs[0].file].filename() == "b.jsonl");
  CHECK(journal.superseded == 3);
}

TEST_CASE("journal: one build that gives one key two digests is reported, two builds are not") {
  Record first = sample_record("k1"), second = sample_record("k1");
  second.digest = "other";
  const ScratchFolder out;
  write_text(out.path() / "runs" / "a.jsonl", header_text("b1") + run_text(first));
  write_text(out.path() / "runs" / "b.jsonl", header_text("b1") + run_text(first));
  CHECK(read_journal(out.path()).conflicts.empty());
  write_text(out.path() / "runs" / "b.jsonl", header_text("b2") + run_text(second));
  CHECK(read_journal(out.path()).conflicts.empty());
  write_text(out.path() / "runs" / "b.jsonl", header_text("b1") + run_text(second));
  const Journal journal = read_journal(out.path());
  REQUIRE(journal.conflicts.size() == 1);
  CHECK(journal.conflicts[0].key == "k1");
  CHECK(journal.conflicts[0].first.filename() == "a.jsonl");
  CHECK(journal.conflicts[0].first_line == 2);
  CHECK(journal.conflicts[0].second.filename() == "b.jsonl");
  second.status = Status::timeout;  // depends on the clock, so it may differ
  write_text(out.path() / "runs" / "b.jsonl", header_text("b1") + run_text(second));
  CHECK(read_journal(out.path()).conflicts.empty());
}

}  // namespace dpsco
