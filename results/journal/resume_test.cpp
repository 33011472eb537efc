#include "results/journal/resume.hpp"

#include <set>

#include <doctest/doctest.h>

#include "framework/core/check.hpp"

namespace dpsco {

namespace {

Journal one_of_each_status() {
  Journal journal;
  for (const Status status : {Status::ok,
                              Status::diverged,
                              Status::skipped,
                              Status::infeasible,
                              Status::failed,
                              Status::timeout,
                              Status::cancelled}) {
    StoredRun run;
    run.key = name(status);
    run.status = status;
    run.build = status == Status::diverged ? "old" : "new";
    journal.runs.push_back(std::move(run));
  }
  return journal;
}

std::set<std::string> finished(std::string_view rerun) {
  const auto keys = finished_keys(one_of_each_status(), rerun_named(rerun), "new");
  return {keys.begin(), keys.end()};
}

}  // namespace

TEST_CASE("resume: everything but a cancelled run is finished, unless a rerun asks") {
  using Set = std::set<std::string>;
  CHECK(finished("") == Set{"ok", "diverged", "skipped", "infeasible", "failed", "timeout"});
  CHECK(finished("failed") == Set{"ok", "diverged", "skipped", "infeasible"});
  CHECK(finished("timeout") == Set{"ok", "diverged", "skipped", "infeasible", "failed"});
  CHECK(finished("stale") == Set{"ok", "skipped", "infeasible", "failed", "timeout"});
  CHECK(finished("failed,stale") == Set{"ok", "skipped", "infeasible"});
}

TEST_CASE("resume: an unknown word is refused with the nearest") {
  CHECK_THROWS_WITH_AS(rerun_named("failed,stal"),
                       "--rerun: unknown word 'stal'; did you mean 'stale'?",
                       ConfigError);
}

}  // namespace dpsco
