#include "framework/core/nearest.hpp"

#include <string>
#include <vector>

#include <doctest/doctest.h>

namespace dpsco {

TEST_CASE("nearest name: fewest edits, a swap of neighbours is one, ties go by the alphabet") {
  const std::vector<std::string> known{"pnsgd", "sgd", "single-pass-dp-sgd", "zero"};
  CHECK(nearest_name("pnsdg", known) == "pnsgd");
  CHECK(nearest_name("zreo", known) == "zero");
  CHECK(nearest_name("single-pas-dp-sgd", known) == "single-pass-dp-sgd");
  CHECK(nearest_name("ab", std::vector<std::string>{"ax", "aa"}) == "aa");
  CHECK(nearest_name("x", {}).empty());
  CHECK(did_you_mean("sdg", known) == "; did you mean 'sgd'?");
}

}  // namespace dpsco
