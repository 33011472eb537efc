// Two grids, one folder: what is finished, and is the promise check still made?
#include "suites/cli/run_command.hpp"

#include <algorithm>

#include <doctest/doctest.h>

#include "results/journal/journal_reader.hpp"
#include "results/testing/samples.hpp"
#include "suites/catalog.hpp"

namespace dpsco {

namespace {

/// Far below every risk at version 1, a mistake, and above at version 2, its correction.
template <int version_>
struct Promised final : Bound {
  static constexpr Card card{.name = "promised",
                             .doc = "a number",
                             .version = version_,
                             .risk = "excess_population_risk",
                             .constants = "derived"};
  static std::vector<Param<Promised>> parameters() { return {}; }
  Outcome<Promise> value(const BoundQuery& /*query*/) const override {
    return sum_of({{"all", version_ == 1 ? 1e-9 : 1e3}});
  }
};

struct Reserved final : Bound {
  static constexpr Card card{.name = "reserved", .doc = "never a number"};
  static std::vector<Param<Reserved>> parameters() { return {}; }
  Outcome<Promise> value(const BoundQuery& /*query*/) const override {
    return Skip{"not for this"};
  }
};

template <int version>
Catalog catalog() {
  Catalog all = full_catalog();
  all.bounds.add<Promised<version>>();
  all.bounds.add<Reserved>();
  return all;
}

/// Runs six cells (sgd and zero, three repetitions) into one folder, again and again.
struct Folder {
  ScratchFolder out{};

  Journal run(const std::string& bounds, const Catalog& with) const {
    const RunFlags flags{.out = out.path().string(), .progress = "none", .serial = true};
    const std::string grid = R"(schema = 1
suite = "t"
run = {repetitions = 3, seed = 7}
[[grid]]
data = {name = "spiked", n = 60, d = 6, evaluation_rows = 50}
loss = "logistic"
privacy = {epsilon = 1.0, delta = 1e-5, calibrate = "gdp"}
algorithm = ["sgd", "zero"]
metrics = ["excess_population_risk"]
bounds = )" + bounds + "\n";
    CHECK(run_grid(plan_grid(grid, "t.toml", flags, with), flags, with) == 0);
    Journal journal = read_journal(out.path());
    CHECK(journal.runs.size() == 6);
    CHECK(journal.conflicts.empty());
    return journal;
  }
};

Texts digests(const Journal& journal) {
  Texts all;
  for (const StoredRun& run : journal.runs) all[run.key] = run.digest;
  return all;
}

/// Runs whose risk is above what they were promised.
std::ptrdiff_t broken(const Journal& journal) {
  return std::count_if(journal.runs.begin(), journal.runs.end(), [](const StoredRun& run) {
    const auto promised = run.bounds.find("promised");
    return promised != run.bounds.end() &&
           run.metrics.at("excess_population_risk") > promised->second;
  });
}

}  // namespace

TEST_CASE("run_grid: a finished run that lacks a bound is run again, so that the bound is judged") {
  const Catalog with = catalog<1>();
  const Folder folder;
  const Journal before = folder.run("[]", with);
  CHECK(before.superseded == 0);
  CHECK(broken(before) == 0);

  const Journal after = folder.run("['promised']", with);
  CHECK(after.superseded == 6);
  CHECK(digests(after) == digests(before));
  for (const StoredRun& run : after.runs) {
    CHECK(run.bounds == Numbers{{"promised", 1e-9}});
    CHECK(run.bound_versions.at("promised") == 1);
  }
  CHECK(broken(after) == 6);
  CHECK(folder.run("['promised']", with).superseded == 6);
  CHECK(folder.run("[]", with).superseded == 6);
}

TEST_CASE("run_grid: grids with other bounds in one folder do not take each other's away") {
  const Catalog with = catalog<1>();
  const Folder folder;
  (void)folder.run("['promised']", with);
  const Journal both = folder.run("['reserved']", with);
  CHECK(both.superseded == 6);
  for (const StoredRun& run : both.runs) {
    CHECK(run.bounds == Numbers{{"promised", 1e-9}});
    CHECK(run.missing == Texts{{"bound/reserved", "not for this"}});
  }
  CHECK(folder.run("['promised']", with).superseded == 6);
  CHECK(folder.run("['reserved', 'promised']", with).superseded == 6);
}

TEST_CASE("run_grid: a corrected bound is evaluated again, even for a grid that does not name it") {
  const Catalog mistaken = catalog<1>(), corrected = catalog<2>();
  for (const char* bounds : {"['promised']", "[]"}) {
    const Folder folder;
    const Journal before = folder.run("['promised']", mistaken);
    CHECK(broken(before) == 6);
    const Journal after = folder.run(bounds, corrected);
    CHECK(after.superseded == 6);
    CHECK(digests(after) == digests(before));
    CHECK(after.runs[0].bounds == Numbers{{"promised", 1e3}});
    CHECK(after.runs[0].bound_versions.at("promised") == 2);
    CHECK(broken(after) == 0);
    CHECK(folder.run(bounds, corrected).superseded == 6);
  }
}

}  // namespace dpsco
