#include <doctest/doctest.h>

#include "framework/grid/testing/catalog.hpp"

namespace dpsco {

using namespace grid_testing;  // NOLINT(google-build-using-namespace): made for these tests

namespace {

// One good block; each test spoils one line of it.
struct Lines {
  std::string data = R"("spiked")", loss = R"("logistic")", algorithm = R"("zero")",
              privacy = "{epsilon = 1, delta = 1e-5}", more{};
  std::string text() const {
    return with_block("data = " + data + "\nloss = " + loss + "\nalgorithm = " + algorithm +
                      "\nprivacy = " + privacy + "\n" + more);
  }
};
std::string error(const Lines& lines) {
  return grid_error(lines.text());
}

}  // namespace

TEST_CASE("grid file: all of [run] is read, and what is absent stays open") {
  const auto run = parse_grid(
                       R"([run]
repetitions = 3
seed = 7
timeout = 1.5
memory = "2GiB"
threads = 2
)" + Lines{}.text(),
                       "g.toml")
                       .run;
  CHECK(run.repetitions == 3);
  CHECK(run.seed == 7);
  CHECK(run.timeout == 1.5);
  CHECK(run.memory == std::int64_t{2} << 30);
  CHECK(run.threads == 2);
  const auto open = parse_grid(Lines{}.text(), "g.toml").run;
  CHECK(open.repetitions == 1);
  CHECK(open.seed == 1);
  CHECK_FALSE(open.timeout.has_value());
  CHECK_FALSE(open.memory.has_value());
  CHECK_FALSE(open.threads.has_value());
}

TEST_CASE("grid file: names, one table and lists of either are the same") {
  const auto keys = [](const Lines& lines) {
    std::vector<std::string> all;
    for (const Cell& cell : cells_of(lines.text())) all.push_back(cell.key);
    return all;
  };
  const auto expected = keys({});
  CHECK(keys({.data = R"({name = "spiked"})"}) == expected);
  CHECK(keys({.data = R"([{name = "spiked"}])", .algorithm = R"(["zero"])"}) == expected);
  CHECK(keys({.privacy = "[{epsilon = [1], delta = 1e-5}]"}) == expected);
  CHECK(cells_of("[grid]" + Lines{}.text().substr(Lines{}.text().find("[[grid]]") + 8) +
                 "metrics = 'risk'")
            .size() == 1);
}

TEST_CASE("grid file: an unknown key anywhere is refused with line, column and nearest name") {
  const std::string good = Lines{}.text();
  CHECK(grid_error("shema = 1\n" + good) ==
        "g.toml:1:1: unknown key 'shema' in the grid file; did you mean 'schema'?");
  CHECK(grid_error("[run]\n  repetitons = 3\n" + good) ==
        "g.toml:2:3: unknown key 'repetitons' in [run]; did you mean 'repetitions'?");
  CHECK(grid_error("run = {repetitions = 3, sed = 4}\n" + good) ==
        "g.toml:1:25: unknown key 'sed' in [run]; did you mean 'seed'?");
  CHECK(grid_error(good + "[accountants]\nuses = 'gdp'") ==
        "g.toml:9:1: unknown key 'uses' in [accountants]; did you mean 'use'?");
  CHECK(grid_error(good + "[accountants]\n") == "g.toml:8:2: [accountants] needs the key 'use'");
  CHECK(error({.more = "exlude = []"}) ==
        "g.toml:8:1: unknown key 'exlude' in [[grid]]; did you mean 'exclude'?");
  CHECK(error({.data = "{name = 'spiked', m = 3}"}) ==
        "g.toml:4:26: data set 'spiked': unknown parameter 'm'; expected one of n, d, norm");
  CHECK(error({.algorithm = "{name = 'pnsgd', lable = 'x'}"}) ==
        "g.toml:6:30: algorithm 'pnsgd': unknown parameter 'lable'; expected one of eta0, batch, "
        "projection");
  CHECK(error({.privacy = "{epsilon = 1, dleta = 0.1}"}) ==
        "g.toml:7:25: privacy: unknown key 'dleta'; did you mean 'delta'?");
}

TEST_CASE("grid file: an unknown name is blamed on its own place") {
  CHECK(error({.data = "['spiked', 'spikd']"}) ==
        "g.toml:4:19: unknown data set 'spikd'; did you mean 'spiked'?");
  CHECK(error({.loss = "'logstic'"}) ==
        "g.toml:5:8: unknown loss 'logstic'; did you mean 'logistic'?");
  CHECK(error({.algorithm = "[{eta0 = 1, name = 'pnsdg'}]"}) ==
        "g.toml:6:32: unknown algorithm 'pnsdg'; did you mean 'pnsgd'?");
  CHECK(error({.privacy = "{epsilon = 1, delta = 0.1, calibrate = 'gpd'}"}) ==
        "g.toml:7:50: unknown accountant 'gpd'; did you mean 'gdp'?");
  CHECK(error({.privacy = "{epsilon = 1, delta = 0.1, adjacency = 'replace'}"}) ==
        "g.toml:7:50: unknown adjacency 'replace'; did you mean 'replace_one'?");
  CHECK(error({.more = "metrics = ['accuracy', 'risc']"}) ==
        "g.toml:8:24: unknown metric 'risc'; did you mean 'risk'?");
  CHECK(error({.more = "bounds = 'theorem-2'"}) ==
        "g.toml:8:10: unknown bound 'theorem-2'; did you mean 'theorem-1'?");
  CHECK(grid_error(Lines{}.text() + "[accountants]\nuse = 'rpd'") ==
        "g.toml:9:7: unknown accountant 'rpd'; did you mean 'rdp'?");
}

TEST_CASE("grid file: a bad value is blamed on its own place, inside an array too") {
  CHECK(error({.data = "{name = 'spiked', d = [10, 0]}"}) ==
        "g.toml:4:35: data set 'spiked': d = 0 is outside [1, 1000000000]");
  CHECK(error({.data = "{name = 'spiked', d = 2.5}"}) ==
        "g.toml:4:30: data set 'spiked': d = 2.5 must be a whole number");
  CHECK(
      error({.algorithm = "{name = 'pnsgd', projection = 'bal'}"}) ==
      "g.toml:6:43: algorithm 'pnsgd': projection = 'bal' must be one of ball, none; did you mean "
      "'ball'?");
  CHECK(error({.privacy = "{epsilon = [1, 0], delta = 0.1}"}) ==
        "g.toml:7:26: privacy: epsilon = 0 must be positive and finite");
  CHECK(error({.privacy = "{epsilon = inf, delta = 0.1}"}) ==
        "g.toml:7:22: privacy: epsilon = inf must be positive and finite");
  CHECK(error({.privacy = "{epsilon = nan, delta = 0.1}"}) ==
        "g.toml:7:22: privacy: epsilon = nan must be positive and finite");
  CHECK(error({.privacy = "{epsilon = 1, delta = 1}"}) ==
        "g.toml:7:33: privacy: delta = 1 must lie strictly between 0 and 1");
  CHECK(error({.privacy = "{epsilon = 1}"}) == "g.toml:7:11: privacy: the key 'delta' is missing");
  CHECK(error({.privacy = "{delta = 0.1}"}) ==
        "g.toml:7:11: privacy: the key 'epsilon' is missing");
  CHECK(error({.data = "{name = 'file', path = 'missing'}"}) == "g.toml:4:16: no file 'missing'");
}

TEST_CASE("grid file: a value of the wrong type says what was expected") {
  const std::string good = Lines{}.text();
  CHECK(grid_error("schema = 2\n" + good) ==
        "g.toml:1:10: 'schema' must be 1, the only format this program reads");
  CHECK(grid_error("suite = 1\n" + good) == "g.toml:1:9: 'suite' must be text, not a whole number");
  CHECK(grid_error("run = 3\n" + good) == "g.toml:1:7: [run] must be a table, not a whole number");
  CHECK(grid_error("run = {repetitions = 0}\n" + good) ==
        "g.toml:1:22: 'repetitions' must be a whole number >= 1");
  CHECK(grid_error("run = {seed = -1}\n" + good) ==
        "g.toml:1:15: 'seed' must be a whole number >= 0");
  CHECK(grid_error("run = {timeout = 0}\n" + good) ==
        "g.toml:1:18: 'timeout' must be a number of seconds > 0");
  CHECK(grid_error("run = {memory = '2Gib'}\n" + good) ==
        "g.toml:1:17: '2Gib' is not a memory size: unknown unit 'Gib'; did you mean 'GiB'?");
  CHECK(grid_error("run = {threads = 'all'}\n" + good) ==
        "g.toml:1:18: 'threads' must be a whole number >= 1");
  CHECK(error({.data = "[]"}) == "g.toml:4:8: 'data' is empty");
  CHECK(error({.data = "3"}) ==
        "g.toml:4:8: an entry of 'data' must be a table, not a whole number");
  CHECK(error({.data = "{d = 3}"}) == "g.toml:4:8: an entry of 'data' needs the key 'name'");
  CHECK(error({.data = "{name = 'spiked', d = []}"}) == "g.toml:4:30: 'd' has no values");
  CHECK(error({.data = "{name = 'spiked', d = true}"}) ==
        "g.toml:4:30: 'd' must be a number or text, not true or false");
  CHECK(error({.data = "{name = 'spiked', d = 2024-01-01}"}) ==
        "g.toml:4:30: dates and times have no meaning here; quote it to make it text");
  CHECK(error({.data = "{name = 'spiked', d = {a = 1}}"}) ==
        "g.toml:4:30: 'd' must be a number, text, an array of these, or a range: "
        "{lin = [a, b, k]}, {log = [a, b, k]} or {range = [a, b, step]}");
  CHECK(error({.algorithm = "{name = 'zero', label = ''}"}) == "g.toml:6:37: 'label' is empty");
  CHECK(error({.more = "metrics = ['risk', 'risk']"}) ==
        "g.toml:8:20: 'metrics' names 'risk' twice");
  CHECK(error({.more = "zip = ['data.d']"}) ==
        "g.toml:8:8: each list of 'zip' needs at least two paths, [\"data.n\", "
        "\"algorithm.eta0\"]");
  CHECK(error({.more = "exclude = 'x'"}) ==
        "g.toml:8:11: 'exclude' must be an array of tables, not text");
  CHECK(error({.more = "exclude = [{}]"}) ==
        "g.toml:8:12: an empty table in 'exclude' would exclude everything");
}

TEST_CASE("grid file: what is missing is named") {
  CHECK(grid_error("") == "g.toml: there is no [[grid]]");
  CHECK(grid_error("grid = []") == "g.toml:1:1: there is no [[grid]]");
  CHECK(grid_error("[[grid]]\ndata = 'spiked'") == "g.toml:1:1: [[grid]] needs the key 'loss'");
  CHECK(grid_error(Lines{}.text().substr(std::string("[metrics]\nuse = \"risk\"\n").size())) ==
        "g.toml:1:1: [[grid]] measures nothing: write [metrics] use = [...], or 'metrics' in the "
        "block");
}

TEST_CASE("grid file: bad TOML is refused with line and column") {
  CHECK(grid_error("a = 1\na = 2").starts_with("g.toml:2:"));
  CHECK(grid_error("[run]\nseed = \n").starts_with("g.toml:2:8: "));
  CHECK(grid_error("x = \"\xff\"").starts_with("g.toml:1:"));
}

TEST_CASE("grid file: nesting without end is refused, not followed") {
  const auto repeated = [](const std::string& part, int times) {
    std::string out;
    for (int i = 0; i < times; ++i) out += part;
    return out;
  };
  const std::string refused = ": a key has more than 20 dotted parts";
  CHECK(grid_error(repeated("a.", 100000) + "a = 1") == "g.toml:1:40" + refused);
  CHECK(grid_error("[run]\n" + repeated("a . ", 100000) + "a = 1") == "g.toml:2:79" + refused);
  CHECK(grid_error("[" + repeated("'a'.", 100000) + "a]") == "g.toml:1:81" + refused);
  CHECK(grid_error("[" + repeated("\"a b, c\".", 100000) + "a]") == "g.toml:1:181" + refused);
  CHECK(grid_error("a = " + repeated("[", 100000)).starts_with("g.toml:1:"));
  CHECK(grid_error("a = " + repeated("{a = ", 100000)).starts_with("g.toml:1:"));
  CHECK(grid_error("a" + repeated(".a", 19) + " = " +
                   repeated("[{a" + repeated(".a", 19) + " = ", 127))
            .starts_with("g.toml:1:"));
  const std::string prose =
      "# e.g. i.e. a dot. " + repeated("../", 30) + repeated("One. ", 15) + "\n";
  CHECK(grid_error(prose + repeated("# ....", 30) + "\n" + Lines{}.text()) == "accepted");
}

TEST_CASE("grid file: cut anywhere, or with any byte replaced, it is read or refused") {
  const std::string grid = R"(schema = 1
suite = "s"
run = {repetitions = 2, memory = "1GiB"}
accountants.use = ["gdp", 'rdp']
[[grid]]
metrics = ["risk"]
data = [{name = "spiked", d = [10, 20], n = {log = [10, 1e3, 3]}}, "file"]
loss = "logistic" # comment
algorithm = [{name = "pnsgd", label = "p", eta0 = {lin = [1, 2, 2]}}, {name = "zero"}]
privacy = {epsilon = [0.5, 1], delta = 1e-5}
zip = [["data.d", "algorithm.eta0"]]
exclude = [{algorithm = "p", "data.d" = 20}]
[profile.quick.run]
repetitions = 1
[profile.quick.set]
data.spiked.d = 10
)";
  // d = 10 with p and zero, d = 20 with zero only, each for three n; file with p twice and zero.
  CHECK(cells_of(grid).size() == 2 * 2 * (3 * 3 + 3));
  for (std::size_t length = 0; length < grid.size(); ++length) {
    const std::string said = grid_error(grid.substr(0, length));
    CAPTURE(length);
    CHECK((said == "accepted" || said.starts_with("g.toml")));
  }
  for (std::size_t at = 0; at < grid.size(); ++at) {
    for (const char byte : {'\0', '"', '{', ']', '.', '=', '9', '\n'}) {
      std::string spoilt = grid;
      spoilt[at] = byte;
      const std::string said = grid_error(spoilt);
      CAPTURE(at);
      CHECK((said == "accepted" || said.starts_with("g.toml")));
    }
  }
}

}  // namespace dpsco
