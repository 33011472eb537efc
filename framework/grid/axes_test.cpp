#include "framework/grid/axes.hpp"

#include <doctest/doctest.h>

#include "framework/grid/testing/catalog.hpp"
#include "framework/grid/toml_reader.hpp"

namespace dpsco {

namespace {

std::vector<double> numbers(const std::string& text) {
  std::vector<double> out;
  for (const GridValue& value : axis_of("x", {}, read_values(text, {})).values)
    out.push_back(std::get<double>(value.value));
  return out;
}
using Numbers = std::vector<double>;

std::string error(const std::string& text) {
  return grid_testing::error_of([&] { axis_of("x", {}, read_values(text, {})); });
}

}  // namespace

TEST_CASE("ranges: both ends are exact and inner values are the decimals one expects") {
  CHECK(numbers("{lin = [10, 40, 4]}") == Numbers{10, 20, 30, 40});
  CHECK(numbers("{lin = [0.1, 0.5, 5]}") == Numbers{0.1, 0.2, 0.3, 0.4, 0.5});
  CHECK(numbers("{lin = [1, -1, 3]}") == Numbers{1, 0, -1});
  CHECK(numbers("{log = [1e-3, 1, 4]}") == Numbers{0.001, 0.01, 0.1, 1});
  CHECK(numbers("{log = [1000, 10, 3]}") == Numbers{1000, 100, 10});
  CHECK(numbers("{log = [1, 2, 2]}") == Numbers{1, 2});
  CHECK(numbers("{range = [0, 1, 0.1]}") ==
        Numbers{0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1});
  CHECK(numbers("{range = [5, 1, -2]}") == Numbers{5, 3, 1});
  CHECK(numbers("{range = [1, 2, 0.4]}") == Numbers{1, 1.4, 1.8});
  CHECK(numbers("{range = [3, 3, 1]}") == Numbers{3});
}

TEST_CASE("ranges: the fourth root of ten is right to 15 digits") {
  // python3: 10**0.25 = 1.7782794100389228 (double), rounded to 15 digits by '%.15g'.
  CHECK(numbers("{log = [1, 10, 5]}")[1] == 1.77827941003892);
}

TEST_CASE("ranges: a mistake says what was expected") {
  CHECK(error("{lin = [1, 2]}") == ": lin of 'x' must be [first, last, number of values]");
  CHECK(error("{range = 3}") == ": range of 'x' must be [first, last, step]");
  CHECK(error("{lin = [1, 2, 1]}") ==
        ": lin of 'x': the number of values must be a whole number from 2 to 1000000");
  CHECK(error("{lin = [1, 2, 2.0]}") ==
        ": lin of 'x': the number of values must be a whole number from 2 to 1000000");
  CHECK(error("{log = [0, 2, 2]}") == ": log of 'x' needs both ends above zero, not 0 and 2");
  CHECK(error("{lin = ['a', 2, 2]}") == ": lin of 'x' must be a number, not text");
  CHECK(error("{lin = [inf, 2, 2]}") == ": lin of 'x' must be finite");
  CHECK(error("{range = [1, 2, 0]}") == ": range of 'x' from 1 never reaches 2 in steps of 0");
  CHECK(error("{range = [1, 2, -1]}") == ": range of 'x' from 1 never reaches 2 in steps of -1");
  CHECK(error("{range = [0, 1, 5e-7]}") ==
        ": range of 'x' has 2000001 values; at most 1000000 are allowed");
}

TEST_CASE("scalars keep their type, and an array is an axis even with one value") {
  const auto axis = axis_of("x", {}, read_values("1, 1.0, a, 'b,c'", {}));
  REQUIRE(axis.values.size() == 4);
  CHECK(axis.values[0].value == ParameterValue(std::int64_t{1}));
  CHECK(axis.values[1].value == ParameterValue(1.0));
  CHECK(axis.values[2].value == ParameterValue(std::string("a")));
  CHECK(axis.values[3].value == ParameterValue(std::string("b,c")));
  CHECK(axis.swept);
  CHECK(axis_of("x", {}, read_values("[1]", {})).swept);
  CHECK_FALSE(axis_of("x", {}, read_values("1", {})).swept);
}

}  // namespace dpsco
