#include <doctest/doctest.h>

#include "framework/grid/testing/catalog.hpp"

namespace dpsco {

using namespace grid_testing;  // NOLINT(google-build-using-namespace): made for these tests

namespace {

const std::string good = R"([run]
repetitions = 2
seed = 5
[metrics]
use = "risk"
[[grid]]
data = [{name = "spiked", d = [10, 100]}, "file"]
loss = "hinge"
algorithm = [{name = "pnsgd", label = "p.one", eta0 = 3}, {name = "pnsgd", projection = "none"}, "zero"]
privacy = {epsilon = [1, 2], delta = 1e-5}
metrics = ["risk", "accuracy"]
[profile.quick]
run = {repetitions = 1}
[profile.quick.set]
"data.spiked.d" = 7
[profile.small.set]
data.spiked.d = [7, 8]
privacy.epsilon = {lin = [1, 3, 3]}
run.seed = 9
[profile.other]
grid = [{data = "file", loss = "logistic", algorithm = "zero", privacy = {epsilon = 4, delta = 0.1}}]
)";

std::vector<Cell> with_sets(std::vector<std::string> sets, const std::string& profile = "") {
  return cells_of(good, {profile, std::move(sets)});
}
std::string error(const std::string& set) {
  return grid_error(good, {"", {set}});
}

// Distinct values of a parameter over the cells that have it.
std::vector<ParameterValue> values(const std::vector<Cell>& cells,
                                   Choice Cell::*section,
                                   const std::string& label,
                                   const std::string& name) {
  std::vector<ParameterValue> all;
  for (const Cell& cell : cells) {
    const auto found = (cell.*section).parameters.find(name);
    if (found == (cell.*section).parameters.end() || (!label.empty() && cell.label != label))
      continue;
    if (std::find(all.begin(), all.end(), found->second) == all.end()) all.push_back(found->second);
  }
  return all;
}
using Values = std::vector<ParameterValue>;

}  // namespace

TEST_CASE("profile: tables merge key by key, the rest stays") {
  const auto quick = parse_grid(good, "g.toml", {"quick", {}}).run;
  CHECK(quick.repetitions == 1);
  CHECK(quick.seed == 5);
}

TEST_CASE("profile: its set takes quoted and dotted paths, arrays and ranges") {
  CHECK(values(with_sets({}, "quick"), &Cell::data, "", "d") == Values{std::int64_t{7}});
  const auto small = with_sets({}, "small");
  CHECK(values(small, &Cell::data, "", "d") == Values{std::int64_t{7}, std::int64_t{8}});
  CHECK(small.front().seed == 9);
  CHECK(small.size() == 2 * 3 * 3 * 3);
}

TEST_CASE("profile: an array replaces the one below it") {
  const auto cells = with_sets({}, "other");
  REQUIRE(cells.size() == 2);
  CHECK(cells[0].target.epsilon == 4);
  CHECK(cells[0].data.name == "file");
}

TEST_CASE("profile: an unknown one is refused, and those not chosen are checked") {
  CHECK(grid_error(good, {"quik", {}}) ==
        "g.toml: there is no profile 'quik'; did you mean 'quick'?");
  CHECK(grid_error(with_block("data = 'file'"), {"quick", {}}) ==
        "g.toml: there is no profile 'quick'; the grid has none");
  CHECK(grid_error(good + "[profile.slow.run]\nrepeat = 3") ==
        "g.toml:23:1: unknown key 'repeat' in [run]; did you mean 'repetitions'?");
  CHECK(grid_error(good + "[profile.slow.set]\ndata.spike.d = 3") ==
        "g.toml:23:12: the grid has no data called 'spike'; did you mean 'spiked'?");
  CHECK(grid_error(good + "[profile]\nx = 1") ==
        "g.toml:23:5: profile 'x' must be a table, not a whole number");
}

TEST_CASE("set: a run setting, an axis by name and by label, privacy, a loss, a list") {
  CHECK(with_sets({"run.repetitions=1"}).size() * 2 == with_sets({}).size());
  CHECK(values(with_sets({"data.spiked.d=4,5"}), &Cell::data, "", "d") ==
        Values{std::int64_t{4}, std::int64_t{5}});
  const auto named = with_sets({"algorithm.pnsgd.eta0=1,2"});
  CHECK(values(named, &Cell::algorithm, "p.one", "eta0") == Values{1.0, 2.0});
  CHECK(values(named, &Cell::algorithm, "pnsgd", "eta0") == Values{1.0, 2.0});
  const auto labelled = with_sets({"alg.p.one.eta0={log=[1,4,3]}"});
  CHECK(values(labelled, &Cell::algorithm, "p.one", "eta0") == Values{1.0, 2.0, 4.0});
  CHECK(values(labelled, &Cell::algorithm, "pnsgd", "eta0") == Values{10.0});
  CHECK(values(with_sets({"loss.hinge.h=0.25"}), &Cell::loss, "", "h") == Values{0.25});
  CHECK(values(with_sets({"loss.h=1"}), &Cell::loss, "", "h") == Values{1.0});
  CHECK(values(with_sets({"data.file.path=a.txt,'b,c'"}), &Cell::data, "", "path") ==
        Values{std::string("a.txt"), std::string("b,c")});
  for (const Cell& cell : with_sets({"privacy.epsilon=8"})) CHECK(cell.target.epsilon == 8);
  const auto lists = with_sets({"accountants.use=gdp,rdp", "metrics.use=accuracy"});
  CHECK(lists[0].accountants == std::vector<std::string>{"gdp", "rdp"});
  CHECK(lists[0].metrics == std::vector<std::string>{"accuracy"});
  CHECK(parse_grid(good, "g.toml", {"", {"run.memory=2GiB"}}).run.memory == std::int64_t{2} << 30);
}

TEST_CASE("set: the last one wins, over the profile too") {
  CHECK(values(with_sets({"data.spiked.d=1", "data.spiked.d=2"}, "quick"), &Cell::data, "", "d") ==
        Values{std::int64_t{2}});
}

TEST_CASE("set: an unknown path or bad value is refused, quoting the option") {
  CHECK(error("run.repetitons=5") ==
        "--set run.repetitons=5: unknown key 'repetitons' in [run]; did you mean 'repetitions'?");
  CHECK(error("rum.repetitions=5") ==
        "--set rum.repetitions=5: nothing is called 'rum'; did you mean 'run'?");
  CHECK(error("run=5") == "--set run=5: 'run' names no key; write run.KEY");
  CHECK(error("data.spikd.d=5") ==
        "--set data.spikd.d=5: the grid has no data called 'spikd'; did you mean 'spiked'?");
  CHECK(error("algorithm.p.two.eta0=5") ==
        "--set algorithm.p.two.eta0=5: the grid has no algorithm called 'p.two'; expected "
        "one of pnsgd, p.one, zero");
  CHECK(error("data.spiked.dd=5") ==
        "--set data.spiked.dd=5: data set 'spiked': unknown parameter 'dd'; expected one of n, d, "
        "norm");
  CHECK(error("data.spiked.d=0") ==
        "--set data.spiked.d=0: data set 'spiked': d = 0 is outside [1, 1000000000]");
  CHECK(error("privacy.epsilon=x") ==
        "--set privacy.epsilon=x: privacy: epsilon = 'x' must be a number");
  CHECK(error("privacy.x.epsilon=1") ==
        "--set privacy.x.epsilon=1: 'privacy.x.epsilon' must be privacy.PARAMETER");
  CHECK(error("algorithm.pnsgd.label=x") ==
        "--set algorithm.pnsgd.label=x: 'label' cannot be set, only parameters can");
  CHECK(error("data=5") == "--set data=5: 'data' names no parameter; write data.PARAMETER");
  CHECK(error("data.spiked.d") == "--set data.spiked.d: expected PATH=VALUE[,VALUE]");
  CHECK(error("=3") == "--set =3: expected PATH=VALUE[,VALUE]");
  CHECK(error("data.spiked.d=") == "--set data.spiked.d=: a value is missing after '=' or ','");
  CHECK(error("data.spiked.d=1,,2") ==
        "--set data.spiked.d=1,,2: a value is missing after '=' or ','");
}

}  // namespace dpsco
