#include "framework/grid/expand.hpp"

#include <doctest/doctest.h>

#include "framework/grid/testing/catalog.hpp"

namespace dpsco {

using namespace grid_testing;  // NOLINT(google-build-using-namespace): made for these tests

namespace {

struct Lines {
  std::string data = R"("spiked")", loss = R"("logistic")", algorithm = R"("zero")",
              privacy = "{epsilon = 1, delta = 1e-5}", more{};
  std::string text() const {
    return with_block("data = " + data + "\nloss = " + loss + "\nalgorithm = " + algorithm +
                      "\nprivacy = " + privacy + "\n" + more);
  }
};

std::int64_t whole_of(const Choice& choice, const std::string& name) {
  return std::get<std::int64_t>(choice.parameters.at(name));
}

// "d/label/epsilon/repetition" of each cell, joined.
std::string shape(const std::vector<Cell>& cells) {
  std::string out;
  for (const Cell& cell : cells) {
    out += fmt::format("{}{}/{}/{}/{}",
                       out.empty() ? "" : " ",
                       cell.data.name == "spiked" ? whole_of(cell.data, "d") : 0,
                       cell.label,
                       cell.target.epsilon,
                       cell.repetition);
  }
  return out;
}

}  // namespace

TEST_CASE("expand: data outermost, then loss, privacy, algorithm, repetitions innermost") {
  const auto cells =
      cells_of("run = {repetitions = 2}\n" + Lines{.data = "{name = 'spiked', d = [20, 10]}",
                                                   .algorithm = "['zero', 'pnsgd']",
                                                   .privacy = "{epsilon = [2, 1], delta = 1e-5}"}
                                                 .text());
  CHECK(shape(cells) ==
        "20/zero/2/0 20/zero/2/1 20/pnsgd/2/0 20/pnsgd/2/1 "
        "20/zero/1/0 20/zero/1/1 20/pnsgd/1/0 20/pnsgd/1/1 "
        "10/zero/2/0 10/zero/2/1 10/pnsgd/2/0 10/pnsgd/2/1 "
        "10/zero/1/0 10/zero/1/1 10/pnsgd/1/0 10/pnsgd/1/1");
}

TEST_CASE("expand: inside an arm axes go by name, the last one fastest") {
  const auto cells = cells_of(Lines{.data = "{name = 'spiked', n = [1, 2], d = [3, 4]}"}.text());
  REQUIRE(cells.size() == 4);
  CHECK(whole_of(cells[0].data, "d") == 3);
  CHECK(whole_of(cells[0].data, "n") == 1);
  CHECK(whole_of(cells[1].data, "d") == 3);
  CHECK(whole_of(cells[1].data, "n") == 2);
  CHECK(whole_of(cells[2].data, "d") == 4);
}

TEST_CASE("expand: defaults are filled in, and a range of whole numbers is whole") {
  const auto cells = cells_of(
      Lines{.data = "{name = 'spiked', n = {log = [10, 1000, 3]}}", .more = "bounds = 'theorem-1'"}
          .text());
  REQUIRE(cells.size() == 3);
  CHECK(whole_of(cells[1].data, "n") == 100);
  CHECK(whole_of(cells[1].data, "d") == 10);
  CHECK(cells[0].target.adjacency == Adjacency::replace_one);
  CHECK(cells[0].calibrate == "auto");
  CHECK(cells[0].accountants == std::vector<std::string>{"auto"});
  CHECK(cells[0].metrics == std::vector<std::string>{"risk"});
  CHECK(cells[0].bounds == std::vector<std::string>{"theorem-1"});
  CHECK(cells[0].seed == 1);
}

TEST_CASE("expand: without [accountants] each cell is priced by the one that calibrated it") {
  const auto cells =
      cells_of(Lines{.privacy = "{epsilon = 1, delta = 1e-5, calibrate = ['rdp', 'gdp']}"}.text());
  REQUIRE(cells.size() == 2);
  CHECK(cells[0].accountants == std::vector<std::string>{"rdp"});
  CHECK(cells[1].accountants == std::vector<std::string>{"gdp"});
}

TEST_CASE("zip: paired axes move together, within an arm and across sections") {
  CHECK(shape(cells_of(Lines{.data = "{name = 'spiked', d = [10, 20], n = [1, 2]}",
                             .more = "zip = [['data.d', 'data.n']]"}
                           .text())) == "10/zero/1/0 20/zero/1/0");
  const auto cells = cells_of(Lines{.data = "{name = 'spiked', d = [10, 20, 30], n = [1, 2]}",
                                    .algorithm = "{name = 'pnsgd', batch = [4, 5, 6]}",
                                    .more = "zip = [['data.d', 'algorithm.batch']]"}
                                  .text());
  REQUIRE(cells.size() == 6);
  for (const Cell& cell : cells)
    CHECK(whole_of(cell.data, "d") == 10 * (whole_of(cell.algorithm, "batch") - 3));
}

TEST_CASE("zip: an arm without the axis is not paired but runs with every position") {
  const auto cells = cells_of(
      Lines{.data = "{name = 'spiked', d = [10, 20]}",
            .algorithm = "[{name = 'pnsgd', batch = [4, 5]}, {name = 'pnsgd', label = 'fixed', "
                         "batch = 9}, 'zero']",
            .more = "zip = [['data.d', 'algorithm.pnsgd.batch']]"}
          .text());
  CHECK(shape(cells) ==
        "10/pnsgd/1/0 10/fixed/1/0 10/zero/1/0 20/pnsgd/1/0 20/fixed/1/0 20/zero/1/0");
  CHECK(whole_of(cells[3].algorithm, "batch") == 5);
}

TEST_CASE("zip: two zips are independent; the product of their lengths remains") {
  const auto cells =
      cells_of(Lines{.data = "{name = 'spiked', d = [1, 2], n = [1, 2, 3]}",
                     .algorithm = "{name = 'pnsgd', batch = [1, 2], eta0 = [1, 2, 3]}",
                     .more = "zip = [['data.d', 'algorithm.batch'], ['data.n', "
                             "'algorithm.eta0']]"}
                   .text());
  REQUIRE(cells.size() == 6);
  for (const Cell& cell : cells) {
    CHECK(whole_of(cell.data, "d") == whole_of(cell.algorithm, "batch"));
    CHECK(double(whole_of(cell.data, "n")) ==
          std::get<double>(cell.algorithm.parameters.at("eta0")));
  }
}

TEST_CASE("zip: a bad one is refused with its place") {
  const auto error = [](const std::string& zip) {
    return grid_error(Lines{.data = "{name = 'spiked', d = [10, 20, 30], n = [1, 2]}",
                            .algorithm = "{name = 'pnsgd', batch = [4, 5]}",
                            .more = "zip = " + zip}
                          .text());
  };
  CHECK(error("[['data.d', 'algorithm.batch']]") ==
        "g.toml:8:19: 'zip' pairs data.d (3 values) with algorithm.batch (2 values); the lengths "
        "must be equal");
  CHECK(error("[['data.n', 'algorithm.bach']]") ==
        "g.toml:8:19: 'zip' names 'algorithm.bach', which the block does not set; did you mean "
        "'batch'?");
  CHECK(error("[['data.n', 'algorithm.pnsdg.batch']]") ==
        "g.toml:8:19: 'zip' names 'algorithm.pnsdg.batch', which the block does not set; did you "
        "mean 'pnsgd'?");
  CHECK(error("[['data.n', 'algorithms.batch']]") ==
        "g.toml:8:19: 'algorithms.batch' must begin with data, loss, privacy or algorithm; did you "
        "mean "
        "'algorithm'?");
  CHECK(error("[['data.n', 'batch']]") ==
        "g.toml:8:19: 'batch' must begin with data, loss, privacy or algorithm");
  CHECK(error("[['data.n', 'algorithm.batch'], ['data.n', 'data.n']]") ==
        "g.toml:8:40: 'data.n' is in two lists of 'zip'");
}

TEST_CASE("exclude: all conditions of a table must hold; a label or a name, one value or several") {
  const Lines base{.data = "[{name = 'spiked', d = [10, 20]}, 'file']",
                   .algorithm = "['zero', {name = 'pnsgd', label = 'p'}]"};
  const auto left = [&](const std::string& exclude) {
    Lines lines = base;
    lines.more = "exclude = " + exclude;
    return shape(cells_of(lines.text()));
  };
  CHECK(left("[{algorithm = 'p'}]") == "10/zero/1/0 20/zero/1/0 0/zero/1/0");
  CHECK(left("[{algorithm = 'pnsgd'}]") == "10/zero/1/0 20/zero/1/0 0/zero/1/0");
  CHECK(left("[{algorithm = 'p', 'data.d' = 20}]") ==
        "10/zero/1/0 10/p/1/0 20/zero/1/0 0/zero/1/0 0/p/1/0");
  CHECK(left("[{'data.d' = [10.0, 20]}]") == "0/zero/1/0 0/p/1/0");
  CHECK(left("[{data.d = 10}, {data = 'file'}]") == "20/zero/1/0 20/p/1/0");
  CHECK(left("[{'algorithm.p.eta0' = 10, data = ['file', 'spiked']}]") ==
        "10/zero/1/0 20/zero/1/0 0/zero/1/0");
  CHECK(left("[{'privacy.epsilon' = 2}]") == shape(cells_of(base.text())));
}

TEST_CASE("exclude: what the block does not have is refused with its place") {
  const auto error = [](const std::string& exclude) {
    return grid_error(Lines{.more = "exclude = [" + exclude + "]"}.text());
  };
  CHECK(error("{algorithm = 'zeor'}") ==
        "g.toml:8:25: 'exclude': the block has no algorithm called 'zeor'; did you mean 'zero'?");
  CHECK(error("{'data.dd' = 3}") ==
        "g.toml:8:13: 'exclude': nothing in the block has the parameter 'data.dd'; expected "
        "one of d, n, norm");
  CHECK(error("{'data.spikd.d' = 3}") ==
        "g.toml:8:13: 'exclude': the block has no data called 'spikd'; did you mean 'spiked'?");
  CHECK(
      error("{dta = 'spiked'}") ==
      "g.toml:8:13: 'dta' must begin with data, loss, privacy or algorithm; did you mean 'data'?");
  CHECK(error("{privacy = 1}") ==
        "g.toml:8:13: 'privacy' names no parameter; write privacy.PARAMETER");
  CHECK(error("{algorithm = 'zero'}") == "g.toml:3:1: the grid is empty: all is excluded");
}

TEST_CASE("labels: arms under one label may differ only in what one of them sweeps") {
  const auto error = [](const std::string& algorithm) {
    return grid_error(Lines{.algorithm = algorithm}.text());
  };
  CHECK(error("[{name = 'pnsgd', eta0 = 1}, {name = 'pnsgd', eta0 = 2}]") ==
        "g.toml:6:50: two arms are labelled 'pnsgd' but differ in eta0 (1 and 2; the first is at "
        "g.toml:6:22); give one a label of its own");
  CHECK(error("[{name = 'pnsgd'}, {name = 'zero', label = 'pnsgd'}]") ==
        "g.toml:6:40: the label 'pnsgd' already means 'pnsgd' (g.toml:6:22), and this is 'zero'; "
        "give it another label");
  CHECK(error("[{name = 'pnsgd', eta0 = [1]}, {name = 'pnsgd', eta0 = 2}]") == "accepted");
  CHECK(error("[{name = 'pnsgd'}, {name = 'pnsgd', eta0 = 10.0}]") == "accepted");
  CHECK(error("[{name = 'pnsgd', eta0 = 1}, {name = 'pnsgd', label = 'b', eta0 = 2}]") ==
        "accepted");
}

TEST_CASE("blocks are united in order; a run that came before is dropped, with a note") {
  const std::string two = Lines{.data = "{name = 'spiked', d = [10, 20]}"}.text() +
                          "[[grid]]\ndata = {name = 'spiked', d = [20, 30]}\nloss = 'logistic'\n"
                          "algorithm = 'zero'\nprivacy = {epsilon = 1.0, delta = 1e-5}\n";
  std::vector<std::string> notes;
  CHECK(shape(cells_of(two, {}, default_max_runs, &notes)) ==
        "10/zero/1/0 20/zero/1/0 30/zero/1/0");
  CHECK(notes == std::vector<std::string>{
                     "g.toml:8:1: 1 of the runs of this block came before and are dropped"});
}

TEST_CASE("a repeated run with another label is dropped too, and the note says where it stands") {
  std::vector<std::string> notes;
  const auto cells = cells_of(Lines{.algorithm = "['zero', {name = 'zero', label = 'nil'}]"}.text(),
                              {},
                              default_max_runs,
                              &notes);
  CHECK(shape(cells) == "10/zero/1/0");
  REQUIRE(notes.size() == 2);
  CHECK(notes[1] ==
        "g.toml:3:1: some runs labelled 'nil' stand under 'zero', where they came first");
}

TEST_CASE("the bounds of a repeated run go to the run that came first") {
  const std::string again =
      "[[grid]]\ndata = 'spiked'\nloss = 'logistic'\nalgorithm = 'zero'\n"
      "privacy = {epsilon = 1.0, delta = 1e-5}\nbounds = 'theorem-1'\n";
  for (const char* first : {"bounds = []\n", "bounds = 'theorem-1'\n"}) {
    const auto cells = cells_of(Lines{.more = first}.text() + again);
    REQUIRE(cells.size() == 1);
    CHECK(cells[0].bounds == std::vector<std::string>{"theorem-1"});
  }
}

TEST_CASE("metrics and bounds of a block replace the common ones, even by none") {
  const auto cells = cells_of("[bounds]\nuse = 'theorem-1'\n" +
                              Lines{.more = "bounds = []\nmetrics = ['accuracy']"}.text());
  CHECK(cells[0].bounds.empty());
  CHECK(cells[0].metrics == std::vector<std::string>{"accuracy"});
}

TEST_CASE("a data set is made and hashed once for each choice of parameters") {
  File::hashed = 0;
  const auto cells = cells_of("run = {repetitions = 5}\n" +
                              Lines{.data = "[{name = 'file', path = ['a', 'b']}, 'spiked']",
                                    .loss = "['logistic', 'hinge']",
                                    .algorithm = "['zero', 'pnsgd']"}
                                  .text());
  CHECK(cells.size() == 60);
  CHECK(File::hashed == 2);
}

TEST_CASE("more runs than allowed are refused before they fill the memory") {
  const auto error = [](const Lines& lines, const std::string& run, std::size_t most) {
    return error_of([&] { cells_of(run + lines.text(), {}, most); });
  };
  const Lines hundred{.data = "{name = 'spiked', d = {range = [1, 10, 1]}}",
                      .privacy = "{epsilon = {range = [1, 10, 1]}, delta = 1e-5}"};
  CHECK(error(hundred, "", 100) == "accepted");
  CHECK(error(hundred, "", 99) ==
        "g.toml:3:1: the grid has more than 99 runs; narrow it or raise the limit of runs");
  CHECK(error(Lines{}, "run = {repetitions = 1000000000}\n", default_max_runs) ==
        "g.toml:4:1: the grid has more than 100000 runs; narrow it or raise the limit of runs");
  const std::string long_axis = "{range = [1, 1000000, 1]}";
  CHECK(error({.data = "{name = 'spiked', d = " + long_axis + ", n = " + long_axis + "}"},
              "",
              default_max_runs) ==
        "g.toml:4:16: 'data' alone has more than 100000 combinations; narrow the axes or raise the "
        "limit of runs");
}

}  // namespace dpsco
