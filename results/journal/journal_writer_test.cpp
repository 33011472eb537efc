#include "results/journal/journal_writer.hpp"

#include <csignal>
#include <limits>
#include <set>
#include <sstream>
#include <sys/resource.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "framework/core/hashing.hpp"
#include "results/environment/build_info.hpp"
#include "results/journal/journal_reader.hpp"
#include "results/journal/run_line.hpp"
#include "results/testing/samples.hpp"

namespace dpsco {

namespace {

std::vector<nlohmann::json> lines_of(const std::filesystem::path& file) {
  std::istringstream in(read_text(file));
  std::vector<nlohmann::json> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(nlohmann::json::parse(line));
  return lines;
}

/// Limits the size of files written by this process while it lives.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) {
    getrlimit(RLIMIT_FSIZE, &before_);
    rlimit limited = before_;
    limited.rlim_cur = bytes;
    std::signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &limited);
  }
  FileSizeLimit(const FileSizeLimit&) = delete;
  FileSizeLimit& operator=(const FileSizeLimit&) = delete;
  FileSizeLimit(FileSizeLimit&&) = delete;
  FileSizeLimit& operator=(FileSizeLimit&&) = delete;
  ~FileSizeLimit() {
    setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, SIG_DFL);
  }

 private:
  rlimit before_{};
};

}  // namespace

TEST_CASE("run line: golden text of schema 1") {
  std::string line;
  append_run_line(line, sample_record("k1"), "dimension", "abc");
  CHECK(
      line ==
      R"({"kind":"run","v":1,"key":"k1","problem_key":"p-k1","status":"ok","reason":"","suite":"dimension","label":"single-pass",)"
      R"("algorithm":{"name":"single-pass-dp-sgd","parameters":{"calibration":"gdp","eta0":10.0}},)"
      R"("data":{"name":"spiked","parameters":{"R":10.0,"d":1000,"n":2000},"n":2000,"d":1000},)"
      R"("loss":{"name":"logistic","parameters":{"lambda":0.0}},)"
      R"("privacy":{"epsilon":1.0,"delta":1e-05,"adjacency":"replace_one","calibrate":"iteration"},)"
      R"("repetition":3,"seed":"18446744073709551615",)"
      R"("metrics":{"excess_population_risk":0.14062500001},"bounds":{"ma2022":0.5},)"
      R"("bound_versions":{"ma2022":2,"other":1},)"
      R"("missing":{"test_accuracy":"no test set","bound/other":"needs strong convexity"},)"
      R"("accounts":{"gdp":{"epsilon":0.97,"direction":"exact"},"paper":{"unsupported":"knows iterations only"},)"
      R"("rdp":{"epsilon":1.25,"direction":"upper","lower":0.5,"note":"order 14"}},)"
      R"("schedule":{"T":1117.0,"beta0":0.0123456789,"eta":0.1},"ledger_hash":"abc","optimum_gap":1e-11,)"
      R"("marks":{"radius":"oracle"},"time":{"mode":"throughput","wall":0.0125,"cpu":0.0119,"wait":0.0005,)"
      R"("voluntary_switches":2,"involuntary_switches":0,"quality":"unknown"},"gradients":1999,"digest":"d-k1",)"
      R"("started":"2001-09-09T01:46:40.250000Z","finished":"2001-09-09T01:46:40.265000Z"})"
      "\n");
}

TEST_CASE("journal: header, environment, each ledger once, a line a run, footer") {
  const ScratchFolder out;
  JournalWriter writer(out.path(), "dimension");
  Record unplanned = sample_record("k3");
  unplanned.ledger.clear();
  unplanned.status = Status::skipped;
  writer.write(sample_record("k1"));
  writer.write(sample_record("k2"));
  writer.write(unplanned);
  writer.close();

  CHECK(writer.file().parent_path() == out.path() / "runs");
  CHECK(writer.file().extension() == ".jsonl");
  const auto lines = lines_of(writer.file());
  REQUIRE(lines.size() == 7);
  CHECK(lines[0].at("kind") == "header");
  CHECK(lines[0].at("schema") == 1);
  CHECK(lines[0].at("suite") == "dimension");
  CHECK(lines[0].at("build") == build_id());
  CHECK(lines[1].at("kind") == "env");
  CHECK(lines[1].at("env_key") == lines[0].at("env_key"));
  CHECK(lines[1].at("build").at("id") == build_id());
  CHECK(lines[2].at("kind") == "ledger");
  CHECK(lines[2].at("hash") == sha256_hex(sample_record("").ledger));
  CHECK(lines[2].at("ledger").dump() == sample_record("").ledger);
  CHECK(lines[3].at("ledger_hash") == lines[2].at("hash"));
  CHECK(lines[4].at("ledger_hash") == lines[2].at("hash"));
  CHECK(!lines[5].contains("ledger_hash"));
  CHECK(lines[6].at("kind") == "footer");
  CHECK(lines[6].at("runs") == 3);
  CHECK(lines[6].at("ledgers") == 1);
  CHECK(lines[6].at("statuses").dump() == R"({"ok":2,"skipped":1})");
}

TEST_CASE("journal: no host name in file name or lines") {
  std::array<char, 256> host{};
  REQUIRE(gethostname(host.data(), host.size() - 1) == 0);
  const std::string name(host.data());
  const ScratchFolder out;
  JournalWriter writer(out.path(), "s");
  writer.write(sample_record("k"));
  writer.close();
  if (name.size() > 5) {
    CHECK(read_text(writer.file()).find(name) == std::string::npos);
    CHECK(writer.file().filename().string().find(name) == std::string::npos);
  }
}

TEST_CASE("journal: two writers of one process never share a file") {
  const ScratchFolder out;
  std::set<std::filesystem::path> files;
  for (int i = 0; i < 20; ++i) files.insert(JournalWriter(out.path(), "s").file());
  CHECK(files.size() == 20);
}

TEST_CASE("journal: without close() there is no footer") {
  const ScratchFolder out;
  { JournalWriter(out.path(), "s").write(sample_record("k")); }
  const Journal journal = read_journal(out.path());
  CHECK(journal.runs.size() == 1);
  CHECK(journal.interrupted.size() == 1);
}

TEST_CASE("journal: a full disk is a sentence, the half line is cut off, and writing can go on") {
  const ScratchFolder out;
  JournalWriter writer(out.path(), "s");
  writer.write(sample_record("k1"));
  const auto size = std::filesystem::file_size(writer.file());
  std::string message;
  {
    const FileSizeLimit limit(size + 100);
    try {
      writer.write(sample_record("k2"));
    } catch (const JournalError& error) {
      message = error.what();
    }
  }
  CHECK(message.find(writer.file().string()) != std::string::npos);
  CHECK(message.find("File too large") != std::string::npos);
  CHECK(message.find("the 1 results before this one are safe") != std::string::npos);
  CHECK(std::filesystem::file_size(writer.file()) == size);
  writer.write(sample_record("k3"));
  writer.close();
  const Journal journal = read_journal(out.path());
  CHECK(journal.bad.empty());
  REQUIRE(journal.runs.size() == 2);
  CHECK(journal.runs[1].key == "k3");
}

TEST_CASE("journal: a folder that can't be made is refused before anything runs") {
  const ScratchFolder out;
  write_text(out.path() / "file", "x");
  CHECK_THROWS_AS(JournalWriter(out.path() / "file", "s"), JournalError);
}

TEST_CASE("journal: lines reach the disk within about a second, beside the writer") {
  const ScratchFolder out;
  JournalWriter writer(out.path(), "s");
  writer.write(sample_record("k1"));
  CHECK(writer.sync());
  std::jthread other([&] { CHECK(writer.sync()); });
  for (int i = 0; i < 200; ++i) writer.write(sample_record(std::to_string(i)));
  other.join();
  writer.close();
  CHECK(read_journal(out.path()).runs.size() == 201);
}

TEST_CASE("journal: kill -9 at any moment loses at most the line being written") {
  const ScratchFolder out;
  for (int kill_after_us = 500; kill_after_us <= 16000; kill_after_us *= 2) {
    int pipe_ends[2];
    REQUIRE(pipe(pipe_ends) == 0);
    const pid_t child = fork();
    REQUIRE(child >= 0);
    if (child == 0) {
      // The child writes as fast as it can and reports each finished write in the pipe.
      JournalWriter writer(out.path(), "s");
      for (int i = 0;; ++i) {
        writer.write(sample_record(std::to_string(getpid()) + "-" + std::to_string(i)));
        if (::write(pipe_ends[1], "x", 1) != 1) _exit(1);
      }
    }
    ::close(pipe_ends[1]);
    char byte = 0;
    REQUIRE(::read(pipe_ends[0], &byte, 1) == 1);
    usleep(useconds_t(kill_after_us));
    kill(child, SIGKILL);
    std::int64_t reported = 1;
    while (::read(pipe_ends[0], &byte, 1) == 1) ++reported;
    ::close(pipe_ends[0]);
    waitpid(child, nullptr, 0);
    const Journal journal = read_journal(out.path());
    const std::string prefix = std::to_string(child) + "-";
    std::int64_t found = 0;
    for (const StoredRun& run : journal.runs) found += run.key.starts_with(prefix) ? 1 : 0;
    CHECK(found >= reported);
    CHECK(found <= reported + 1);
    CHECK(journal.bad.size() <= journal.files.size());
    for (const BadLine& bad : journal.bad) CHECK(bad.line > 1);
    CHECK(journal.interrupted.size() == journal.files.size());
  }
}

TEST_CASE("heal: a torn last line gets its newline, a whole one stays") {
  const ScratchFolder out;
  const auto file = out.path() / "a.jsonl";
  write_text(file, R"({"kind":"r)");
  CHECK(heal(file));
  CHECK(read_text(file) == R"({"kind":"r)"
                           "\n");
  CHECK(!heal(file));
  CHECK(read_text(file) == R"({"kind":"r)"
                           "\n");
  write_text(file, "");
  CHECK(!heal(file));
  CHECK(read_text(file).empty());
  CHECK_THROWS_AS(heal(out.path() / "nothing.jsonl"), JournalError);
}

}  // namespace dpsco
