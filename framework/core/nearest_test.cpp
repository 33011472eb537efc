#include "framework/core/nearest.hpp"

#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "framework/core/suggestion.hpp"

namespace dpsco {

using Names = std::vector<std::string>;

TEST_CASE("nearest name: fewest edits, a swap of neighbours is one, ties go by the alphabet") {
  const Names known{"pnsgd", "sgd", "single-pass-dp-sgd", "zero"};
  CHECK(nearest_name("pnsdg", known) == "pnsgd");
  CHECK(nearest_name("zreo", known) == "zero");
  CHECK(nearest_name("single-pas-dp-sgd", known) == "single-pass-dp-sgd");
  CHECK(nearest_name("abc", Names{"abx", "aba"}) == "aba");
  CHECK(nearest_name("gb", Names{"B", "GB", "KB"}) == "GB");
  CHECK(nearest_name("x", {}).empty());
  CHECK(did_you_mean("sdg", known) == "; did you mean 'sgd'?");
}

TEST_CASE("nearest name: a name begun is completed, one with nothing in common is not guessed") {
  CHECK(nearest_name("nois", Names{"noise_multiplier", "steps"}) == "noise_multiplier");
  CHECK(nearest_name("bound/ma2022", Names{"bound/arora2022", "bound/ma2022-single-pass", "cpu"}) ==
        "bound/ma2022-single-pass");
  CHECK(nearest_name("excess_risk", Names{"cpu", "excess_population_risk"}) ==
        "excess_population_risk");
  CHECK(nearest_name("avg", Names{"best", "mean", "median"}).empty());
  CHECK(nearest_name("xml", Names{"csv", "json", "text"}).empty());
  CHECK(nearest_name("a9a", Names{"admm"}).empty());
  CHECK(nearest_name("m", Names{"d", "max_steps"}).empty());
}

TEST_CASE("nearest name: where none is near, the names are listed, or what lists them is named") {
  CHECK(suggestion("xml", Names{"json", "text"}).empty());
  CHECK(did_you_mean("xml", Names{"json", "text"}) == "; expected one of json, text");
  CHECK(did_you_mean("xml", Names{"json", "json"}) == "; expected json");
  CHECK(did_you_mean("xml", {}).empty());
  Names many;
  for (char c = 'a'; c <= 'z'; ++c) many.push_back(std::string("name-") + c);
  many.push_back("one-more");
  CHECK(did_you_mean("more", many) == "; expected one-more");
  CHECK(suggestion_or_list("more", many, "`dpsco list`") == "; expected one-more");
  CHECK(suggestion_or_list("xml", many, "`dpsco list`") == "; `dpsco list` lists them");
  CHECK(suggestion_or_list("mane-a", many, "`dpsco list`") == "; did you mean 'name-a'?");
  CHECK(did_you_mean("xml", many) ==
        "; expected one of name-a, name-b, name-c, name-d, name-e, name-f, name-g, name-h, name-i, "
        "name-j, name-k, name-l, ... (27 in all)");
}

}  // namespace dpsco
