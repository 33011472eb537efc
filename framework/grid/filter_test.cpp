#include "framework/grid/filter.hpp"

#include <doctest/doctest.h>

#include "framework/grid/testing/catalog.hpp"

namespace dpsco {

using namespace grid_testing;  // NOLINT(google-build-using-namespace): made for these tests

namespace {

const std::vector<Cell>& all_cells() {
  static const std::vector<Cell> cells = cells_of(R"([run]
repetitions = 2
[metrics]
use = "risk"
[[grid]]
data = [{name = "spiked", d = [10, 100]}, {name = "file", path = "a b.txt"}]
loss = "logistic"
algorithm = [{name = "pnsgd", label = "projected", batch = 4}, "zero"]
privacy = {epsilon = [0.5, 2], delta = 1e-5}
)");
  return cells;
}
std::size_t count(std::string_view expression) {
  return filter_cells(all_cells(), expression).size();
}
std::string error(std::string_view expression) {
  return error_of([&] { filter_cells(all_cells(), expression); });
}

}  // namespace

TEST_CASE("filter: each field and operator") {
  REQUIRE(all_cells().size() == 24);  // 3 data, 2 epsilon, 2 arms, 2 repetitions
  CHECK(count("label = projected") == 12);
  CHECK(count("algorithm == pnsgd") == 12);
  CHECK(count("algorithm != 'pnsgd'") == 12);
  CHECK(count("alg = zero") == 12);
  CHECK(count("data = spiked") == 16);
  CHECK(count("loss = hinge") == 0);
  CHECK(count("epsilon <= 0.5") == 12);
  CHECK(count("epsilon < 0.5") == 0);
  CHECK(count("epsilon >= 2") == 12);
  CHECK(count("privacy.epsilon > 0.5") == 12);
  CHECK(count("delta = 0.00001") == 24);
  CHECK(count("adjacency = replace_one") == 24);
  CHECK(count("calibrate = auto") == 24);
  CHECK(count("repetition = 0") == 12);
  CHECK(count("seed = 1.0") == 24);
  CHECK(count("d = 10") == 8);
  CHECK(count("data.d = 1e2") == 8);
  CHECK(count("batch = 4") == 12);
  CHECK(count("algorithm.batch = +4") == 12);
  CHECK(count("path = \"a b.txt\"") == 8);
  CHECK(count("label =~ '^proj'") == 12);
  CHECK(count("label =~ ero") == 12);
  CHECK(count("d =~ '^10+$'") == 16);
}

TEST_CASE("filter: not binds before and, and before or; parentheses win") {
  CHECK(count("d = 10 or d = 100 and label = zero") == 8 + 4);
  CHECK(count("(d = 10 or d = 100) and label = zero") == 8);
  CHECK(count("not d = 10 and label = zero") == 8);
  CHECK(count("not (d = 10 and label = zero)") == 20);
  CHECK(count("not not d = 10") == 8);
  CHECK(count("epsilon<=1 and alg=~\"sgd\"") == 6);
  CHECK(count("d=10 or d=100 or data=file") == 24);
}

TEST_CASE("filter: a comparison with a parameter that a cell lacks is false, its negation true") {
  CHECK(count("d != 10") == 8);
  CHECK(count("not d = 10") == 16);
  CHECK(count("batch != 5") == 12);
}

TEST_CASE("filter: the order of the cells is kept") {
  const auto left = filter_cells(all_cells(), "repetition = 1");
  std::size_t at = 0;
  for (const Cell& cell : all_cells())
    if (at < left.size() && left[at].key == cell.key) ++at;
  CHECK(at == left.size());
}

TEST_CASE("filter: mistakes are shown with their column") {
  CHECK(error("") == "filter:1: expected a field, as in 'epsilon <= 1'");
  CHECK(error("epsilo <= 1") == "filter:1: unknown field 'epsilo'; did you mean 'epsilon'?");
  CHECK(error("d = 1 and data.dd = 2") ==
        "filter:11: unknown field 'data.dd'; did you mean 'data.d'?");
  CHECK(error("loss.d = 2") == "filter:1: unknown field 'loss.d'; did you mean 'loss'?");
  CHECK(error("epsilon 1") == "filter:9: expected one of = != < <= > >= =~ after 'epsilon'");
  CHECK(error("epsilon <=") == "filter:11: expected a value after '<='");
  CHECK(error("epsilon <= (1)") == "filter:12: expected a value after '<='");
  CHECK(error("label < zero") == "filter:9: '<' compares numbers, and 'zero' is text");
  CHECK(error("d = 1 d = 2") == "filter:7: unexpected 'd'; expected 'and' or 'or'");
  CHECK(error("(d = 1") == "filter:7: expected ')' for the '(' at column 1");
  CHECK(error("d = 1)") == "filter:6: unexpected ')'; expected 'and' or 'or'");
  CHECK(error("d = 1 and") == "filter:10: expected a field, as in 'epsilon <= 1'");
  CHECK(error("d = 1 & d = 2") ==
        "filter:7: unexpected '&'; expected a field, and, or, not, a parenthesis or one of = != < "
        "<= > >= =~");
  CHECK(error("label = 'zero") == "filter:9: the text has no closing '");
  CHECK(error("label =~ '('").starts_with("filter:10: '(' is no regular expression: "));
  CHECK(error("label =~ " + std::string(300, 'a')) ==
        "filter:10: the regular expression is longer than 200 characters");
  CHECK(error(std::string(100000, '(')) == "filter:101: more than 100 levels of nesting");
}

TEST_CASE("filter: a parameter of two sections must say which") {
  const auto cells = cells_of(with_block(R"(data = "spiked"
loss = "logistic"
algorithm = "pnsgd"
privacy = {epsilon = 1, delta = 0.1}
)"));
  std::vector<Cell> both = cells;
  both[0].algorithm.parameters["n"] = std::int64_t{3};
  CHECK(error_of([&] { filter_cells(both, "n = 3"); }) ==
        "filter:1: 'n' is a parameter of several; write algorithm.n or data.n");
  CHECK(filter_cells(both, "algorithm.n = 3").size() == 1);
}

}  // namespace dpsco
