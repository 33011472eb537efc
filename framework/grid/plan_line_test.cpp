#include "framework/grid/plan_line.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "framework/grid/testing/catalog.hpp"

namespace dpsco {

using namespace grid_testing;  // NOLINT(google-build-using-namespace): made for these tests

namespace {

std::vector<Cell> sample() {
  return cells_of(R"([run]
repetitions = 2
seed = 9223372036854775807
[metrics]
use = ["risk", "accuracy"]
[bounds]
use = "theorem-1"
[accountants]
use = ["rdp", "gdp"]
[[grid]]
data = [{name = "spiked", d = [10, 100]}, {name = "file", path = "a \"b\"\\c\n\u00e9"}]
loss = {name = "hinge", h = 0.1}
algorithm = [{name = "pnsgd", label = "p", eta0 = [10, 0.1]}, "zero"]
privacy = {epsilon = 1, delta = 1e-5, adjacency = "add_remove", calibrate = "rdp"}
)");
}

void check_same(const Choice& a, const Choice& b) {
  CHECK(a.name == b.name);
  CHECK(a.parameters == b.parameters);  // types too: 10.0 does not come back as 10
}

void check_same(const Cell& a, const Cell& b) {
  check_same(a.data, b.data);
  check_same(a.loss, b.loss);
  check_same(a.algorithm, b.algorithm);
  CHECK(a.target.epsilon == b.target.epsilon);
  CHECK(a.target.delta == b.target.delta);
  CHECK(a.target.adjacency == b.target.adjacency);
  CHECK(a.calibrate == b.calibrate);
  CHECK(a.metrics == b.metrics);
  CHECK(a.repetition == b.repetition);
  CHECK(a.seed == b.seed);
  CHECK(a.key == b.key);
  CHECK(a.problem_key == b.problem_key);
  CHECK(a.shared_key == b.shared_key);
  CHECK(a.stream_key == b.stream_key);
  CHECK(a.label == b.label);
  CHECK(a.accountants == b.accountants);
  CHECK(a.bounds == b.bounds);
}

}  // namespace

TEST_CASE("plan line: one line of JSON that reads back as the same cell") {
  const auto cells = sample();
  REQUIRE(cells.size() == 18);
  for (Cell cell : cells) {
    cell.seed += cell.repetition == 0 ? 0 : 9223372036854775808U;  // beyond what int64 holds
    const std::string line = plan_line(cell);
    CHECK(line.find('\n') == std::string::npos);
    check_same(cell_from_plan_line(line), cell);
    CHECK(plan_line(cell_from_plan_line(line)) == line);
  }
}

TEST_CASE("plan line: members a newer program adds are left alone") {
  auto json = nlohmann::json::parse(plan_line(sample()[0]));
  json["cost"] = 3;
  json["data"]["colour"] = "red";
  check_same(cell_from_plan_line(json.dump()), sample()[0]);
}

TEST_CASE("plan line: a missing or wrong member is named") {
  const auto json = nlohmann::json::parse(plan_line(sample()[0]));
  const auto error = [](const nlohmann::json& changed) {
    return error_of([&] { cell_from_plan_line(changed.dump()); });
  };
  REQUIRE(error(json) == "accepted");
  for (const auto& [name, value] : json.items()) {
    auto without = json;
    without.erase(name);
    CHECK(error(without) == fmt::format("plan line: the member '{}' is missing", name));
    auto null = json;
    null[name] = nullptr;
    CHECK(error(null).starts_with(fmt::format("plan line: '{}' must be ", name)));
  }
  auto bad = json;
  bad["key"] = "12";
  CHECK(error(bad) == "plan line: 'key' must be 64 hex digits, not '12'");
  bad = json;
  bad["repetition"] = -1;
  CHECK(error(bad) == "plan line: 'repetition' must be a whole number >= 0");
  bad = json;
  bad["target"]["adjacency"] = "add_remov";
  CHECK(error(bad) == "unknown adjacency 'add_remov'; did you mean 'add_remove'?");
  bad = json;
  bad["target"]["delta"] = 1;
  CHECK(error(bad) == "plan line: epsilon = 1 and delta = 1 must be > 0, delta below 1");
  bad = json;
  bad["data"]["parameters"]["d"] = true;
  CHECK(error(bad) == "plan line: parameter 'd' of 'data' must be a number or a string");
  bad = json;
  bad["metrics"] = {1};
  CHECK(error(bad) == "plan line: 'metrics' must be an array of strings");
  CHECK(error(3) == "plan line must be a JSON object");
}

TEST_CASE("plan line: torn anywhere, it is refused") {
  const std::string line = plan_line(sample()[0]);
  for (std::size_t length = 0; length < line.size(); ++length)
    CHECK_THROWS_AS(cell_from_plan_line(line.substr(0, length)), ConfigError);
}

TEST_CASE("plan summary: counts by axis, values in plan order") {
  CHECK(plan_summary(sample()) ==
        "runs            18\n"
        "problems        5\n"
        "repetitions     2\n"
        "algorithm       pnsgd (12), zero (6)\n"
        "label           p (12), zero (6)\n"
        "data            spiked (12), file (6)\n"
        "loss            hinge (18)\n"
        "epsilon         1 (18)\n"
        "delta           1e-05 (18)\n"
        "adjacency       add_remove (18)\n"
        "calibrate       rdp (18)\n"
        "seed            9223372036854775807 (18)\n"
        "algorithm.eta0  10 (6), 0.1 (6)\n"
        "data.d          10 (6), 100 (6)\n");
  CHECK(plan_summary({}) == "runs         0\nproblems     0\nrepetitions  0\n");
}

TEST_CASE("plan summary: a long axis is cut short") {
  const std::string text =
      plan_summary(cells_of(with_block(R"(data = {name = "spiked", d = {range = [1, 20, 1]}}
loss = "logistic"
algorithm = "zero"
privacy = {epsilon = 1, delta = 0.1}
)")));
  CHECK(text.find("11 (1), 12 (1), and 8 more\n") != std::string::npos);
}

}  // namespace dpsco
