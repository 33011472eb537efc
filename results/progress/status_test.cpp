#include "results/progress/status.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "framework/core/check.hpp"
#include "framework/core/hashing.hpp"
#include "framework/grid/plan_line.hpp"
#include "framework/testing/near.hpp"
#include "results/journal/run_line.hpp"
#include "results/testing/samples.hpp"

namespace dpsco {

namespace {

/// A record of 1 s of CPU that ended `second` seconds after the first began.
Record record_at(int index, int second, Status status = Status::ok) {
  Record record = sample_record(sha256_hex(std::to_string(index)));
  for (std::string* key :
       {&record.cell.problem_key, &record.cell.stream_key, &record.cell.shared_key})
    *key = record.cell.key;
  record.status = status;
  record.timing.cpu = 1;
  record.started = std::chrono::system_clock::time_point{} + std::chrono::seconds(second - 1);
  record.finished = *record.started + std::chrono::seconds(1);
  return record;
}

std::string lines_of(const std::vector<Record>& records) {
  std::string text;
  for (const Record& record : records) append_run_line(text, record, "s", "");
  return text;
}

}  // namespace

TEST_CASE("status: done, failed and left are counted, the rest is timed by cost") {
  const ScratchFolder out;
  std::string plan;
  for (int i = 0; i < 10; ++i) plan += plan_line(record_at(i, 0).cell) + "\n";
  write_text(out.path() / "plan.jsonl", plan);
  const GridStatus before = grid_status(out.path(), 0);
  CHECK(before.planned == 10);
  CHECK(before.left == 10);
  CHECK(!before.remaining);
  CHECK(!before.rate);

  // Four runs in 8 s, so 2 s each; one failed, one was cancelled and is left.
  write_text(out.path() / "runs" / "a.jsonl",
             lines_of({record_at(0, 1),
                       record_at(1, 2, Status::failed),
                       record_at(2, 4),
                       record_at(3, 8),
                       record_at(4, 8, Status::cancelled)}) +
                 R"({"kind":"run","v":1,"ke)");  // the writer is in the middle of a line
  const GridStatus status = grid_status(out.path(), 10);
  CHECK(status.planned == 10);
  CHECK(status.done == 4);
  CHECK(status.left == 6);
  CHECK(status.failed() == 1);
  CHECK(status.unfinished_files == 1);
  CHECK(status.last == "1970-01-01T00:00:08.000000Z");
  CHECK(near(*status.age, 2, 1e-9));
  // Five lines of 1 s of work in 8 s; six cells of 1 s are left.
  CHECK(near(*status.rate, 5.0 / 8, 1e-9));
  CHECK(near(*status.remaining, 6 * 8.0 / 5, 1e-9));
  CHECK(status_text(status, "out") ==
        "out: 4 of 10 runs done (40 %), 1 failed, 6 left, about 0:10 at the last pace\n"
        "3 ok, 1 failed, 1 cancelled\n"
        "last result 0:02 ago (1970-01-01T00:00:08.000000Z)\n"
        "1 journal file without a footer: being written, or interrupted\n");
  const auto json = nlohmann::json::parse(status_json(status));
  CHECK(json.at("done") == 4);
  CHECK(json.at("left") == 6);
  CHECK(json.at("failed") == 1);
  CHECK(json.at("statuses").at("ok") == 3);
  CHECK(json.at("statuses").at("timeout") == 0);
  CHECK(nlohmann::json::parse(status_json(before)).at("remaining").is_null());
}

TEST_CASE("status: a resumed grid is timed by its newest session, whatever lies between") {
  const ScratchFolder out;
  std::string plan;
  for (int i = 0; i < 5; ++i) plan += plan_line(record_at(i, 0).cell) + "\n";
  write_text(out.path() / "plan.jsonl", plan);
  write_text(out.path() / "runs" / "a.jsonl", lines_of({record_at(0, 1), record_at(1, 2)}));
  write_text(out.path() / "runs" / "b.jsonl",
             lines_of({record_at(2, 86'401), record_at(3, 86'404)}));
  const GridStatus status = grid_status(out.path(), 86'404);
  CHECK(near(*status.remaining, 2, 1e-9));  // 2 s of work in 4 s, one cell is left
  write_text(out.path() / "runs" / "c.jsonl", lines_of({record_at(4, 86'410)}));
  CHECK(grid_status(out.path(), 0).remaining == 0);
  CHECK(grid_status(out.path(), 0).left == 0);
}

TEST_CASE("status: runs without a plan are said, and an empty folder is a mistake") {
  const ScratchFolder out;
  CHECK_THROWS_AS(grid_status(out.path(), 0), ConfigError);
  write_text(out.path() / "runs" / "a.jsonl", lines_of({record_at(0, 1)}));
  CHECK(grid_status(out.path(), 0).unplanned == 1);
}

TEST_CASE("status: UTC text is read to the microsecond") {
  CHECK(utc_seconds("1970-01-02T00:00:01.250000Z") == 86'401.25);
  CHECK(utc_seconds("2026-01-31T12:34:56Z") == 1769862896);  // date -u -d ... +%s
  CHECK(!utc_seconds(""));
  CHECK(!utc_seconds("2026-01-31 12:34:56"));
}

}  // namespace dpsco
