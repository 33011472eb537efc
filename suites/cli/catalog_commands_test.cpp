#include "suites/cli/catalog_commands.hpp"

#include <regex>
#include <set>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "framework/core/check.hpp"
#include "suites/catalog.hpp"

namespace dpsco {

using nlohmann::json;

TEST_CASE("list --format json: one object a plug-in, each with every field, whatever the kind") {
  const Catalog catalog = full_catalog();
  for (const char* kind :
       {"algorithms", "accountants", "bounds", "metrics", "datasets", "losses"}) {
    CAPTURE(kind);
    const json all = json::parse(list_json(catalog, kind));
    REQUIRE(all.is_array());
    CHECK_FALSE(all.empty());
    std::set<std::string> names;
    for (const json& one : all) {
      CHECK(names.insert(one.at("name").get<std::string>()).second);
      CHECK(one.at("version").get<int>() >= 1);
      CHECK(one.at("doc").get<std::string>().size() > 10);
      for (const char* list : {"adjacency", "needs", "cites", "parameters"})
        CHECK(one.at(list).is_array());
      for (const json& parameter : one.at("parameters")) {
        CHECK(parameter.at("default").is_null() == false);
        CHECK(parameter.at("kind").is_string());
        CHECK(parameter.at("low").is_number() == parameter.at("high").is_number());
      }
      const bool is_bound = std::string(kind) == "bounds";
      const bool is_algorithm = std::string(kind) == "algorithms";
      CHECK(one.at("family").is_string() == (is_algorithm || is_bound));
      CHECK(one.contains("constants") == is_bound);
      if (is_algorithm) CHECK(one.at("adjacency").empty() == one.at("privacy").is_null());
      if (std::string(kind) == "accountants") CHECK_FALSE(one.at("adjacency").empty());
    }
  }
  CHECK(json::parse(list_json(catalog, "algorithms")).size() == catalog.algorithms.names().size());
}

TEST_CASE("list --format json: a card's words become lists and its numbers stay numbers") {
  const json all = json::parse(list_json(full_catalog(), "algorithms"));
  const auto named = [&](const char* name) {
    for (const json& one : all)
      if (one.at("name") == name) return one;
    return json();
  };
  const json pnsgd = named("pnsgd");
  CHECK(pnsgd.at("kind") == "algorithm");
  CHECK(pnsgd.at("family") == "central");
  CHECK(pnsgd.at("adjacency") == json({"replace_one"}));
  CHECK(pnsgd.at("needs") == json({"smooth", "lipschitz on the ball"}));
  CHECK(pnsgd.at("cites") == json({"feldman2018", "feldman2020, Algorithm 1"}));
  const json& eta0 = pnsgd.at("parameters").at(0);
  CHECK(eta0.at("name") == "eta0");
  CHECK(eta0.at("kind") == "real");
  CHECK(eta0.at("default") == 10.0);
  CHECK(eta0.at("low") == 1e-9);
  CHECK(eta0.at("unit") == "||w||");
  const json& projection = pnsgd.at("parameters").at(1);
  CHECK(projection.at("words") == json({"ball", "none"}));
  CHECK(projection.at("low").is_null());
  const json sgd = named("sgd");
  CHECK(sgd.at("privacy").is_null());
  CHECK(sgd.at("adjacency").empty());
}

TEST_CASE("list --format json: every source is a key of the references, brackets stay whole") {
  const json all = json::parse(list_json(full_catalog(), ""));
  const std::regex key_and_place("[a-z]+[0-9]{4}[a-z]*(, .+)?");
  for (const json& one : all) {
    for (const json& source : one.at("cites")) {
      CAPTURE(one.at("name"));
      CAPTURE(source);
      CHECK(std::regex_match(source.get<std::string>(), key_and_place));
    }
  }
}

TEST_CASE("list --format json: bounds have their family, accountants all their adjacencies") {
  const Catalog catalog = full_catalog();
  for (const json& one : json::parse(list_json(catalog, "bounds"))) {
    const bool over_a_network = one.at("name").get<std::string>().starts_with("decentralised-");
    CHECK(one.at("family") == (over_a_network ? "decentralised" : "central"));
  }
  for (const json& one : json::parse(list_json(catalog, "accountants")))
    if (one.at("name") == "gdp")
      CHECK(one.at("adjacency") == json({"replace_one", "add_remove", "zero_out"}));
}

TEST_CASE("describe: a file, a kind and a word that nothing is like are told what lists them") {
  const Catalog catalog = full_catalog();
  const auto error = [&](const char* name) {
    try {
      return describe_text(catalog, name);
    } catch (const ConfigError& wrong) {
      return std::string(wrong.what());
    }
  };
  CHECK(error("a9a") == "'a9a' is a file of data set 'libsvm': `dpsco data` lists them");
  CHECK(error("adult.test") ==
        "'adult.test' is a file of data set 'adult': `dpsco data` lists them");
  CHECK(error("algorithms") == "'algorithms' is a kind: `dpsco list algorithms` lists them");
  CHECK(error("xyzzy") == "nothing is called 'xyzzy'; `dpsco list` lists them");
  CHECK(error("pnsdg") == "nothing is called 'pnsdg'; did you mean 'pnsgd'?");
  CHECK(list_text(catalog, "datasets").find("`dpsco data`") != std::string::npos);
}

TEST_CASE("list: no kind is all kinds; unknown kinds and formats name the nearest") {
  const Catalog catalog = full_catalog();
  CHECK(json::parse(list_json(catalog, "")).size() >
        json::parse(list_json(catalog, "algorithms")).size());
  CHECK(list_as("text", catalog, "bounds") == list_text(catalog, "bounds"));
  CHECK(list_as("json", catalog, "bounds") == list_json(catalog, "bounds"));
  CHECK_THROWS_WITH_AS(
      list_json(catalog, "algorithm"), doctest::Contains("algorithms"), ConfigError);
  CHECK_THROWS_WITH_AS(list_as("jsn", catalog, ""), doctest::Contains("json"), ConfigError);
}

TEST_CASE(
    "describe: every bound says what it bounds, of which iterate, and whose constants it has") {
  const Catalog catalog = full_catalog();
  const std::set<std::string_view> known{"published", "derived", "shape only", "printed"};
  for (const std::string& name : catalog.bounds.names()) {
    CAPTURE(name);
    const Card& card = catalog.bounds.entry(name).card;
    CHECK(known.contains(card.constants));
    CHECK(card.iterate.size() > 3);
    if (!card.risk.empty()) CHECK(catalog.metrics.contains(std::string(card.risk)));
    const std::string text = describe_text(catalog, name);
    const auto has = [&](const std::string& line) { return text.find(line) != std::string::npos; };
    CHECK(has("  bounds: " +
              (card.risk.empty() ? "what the first line says, which no metric measures"
                                 : std::string(card.risk)) +
              "\n"));
    CHECK(has("  iterate: " + std::string(card.iterate) + "\n"));
    CHECK(has("  constants: " + std::string(card.constants) + "\n"));
  }
  for (const char* gap : {"ma2022-proposition-2", "ma2022-proposition-2-w1"})
    CHECK(describe_text(catalog, gap).find("generalisation gap") != std::string::npos);
  for (const char* regret : {"ma2022-corollary-1", "ma2022-corollary-1-trace"})
    CHECK(describe_text(catalog, regret).find("average regret") != std::string::npos);
  CHECK(describe_text(catalog, "ma2022-proposition-2").find("eta_1 <= 1/L") != std::string::npos);
  CHECK(catalog.bounds.entry("ma2022-proposition-2").card.constants == "published");
}

}  // namespace dpsco
