#include "framework/registry/registry.hpp"

#include <limits>
#include <string>

#include <doctest/doctest.h>

#include "framework/core/interface.hpp"

namespace dpsco {

namespace {

struct Base : Interface {};
struct Sample final : Base {
  double eta0 = 10;
  std::int64_t steps = 3;
  std::string rule = "gdp", file;
  static constexpr Card card{.name = "sample", .doc = "a plug-in for tests"};
  static std::vector<Param<Sample>> parameters() {
    return {real("eta0", &Sample::eta0, {1e-6, 1e6}, "||w||", "step scale"),
            whole("steps", &Sample::steps, {1, 100}, "", "updates"),
            word("rule", &Sample::rule, "gdp paper", "calibration"),
            path("file", &Sample::file, "where")};
  }
};

Registry<Base> filled() {
  Registry<Base> registry("plug-in");
  registry.add<Sample>();
  return registry;
}

std::string error(const Parameters& parameters) {
  try {
    filled().make("sample", parameters);
  } catch (const ConfigError& e) {
    return e.what();
  }
  return "accepted";
}

}  // namespace

TEST_CASE("registry: defaults come from the plug-in, values are set, a fresh object each time") {
  const auto registry = filled();
  const auto made =
      registry.make("sample", {{"eta0", std::int64_t{4}}, {"rule", std::string("paper")}});
  const auto& sample = dynamic_cast<const Sample&>(*made);
  CHECK(sample.eta0 == 4);
  CHECK(sample.steps == 3);
  CHECK(sample.rule == "paper");
  CHECK(registry.complete("sample", {}).size() == 4);
}

TEST_CASE("registry: what it refuses, it refuses with the name, the limit and the nearest choice") {
  CHECK(error({{"eta", 1.0}}) == "plug-in 'sample': unknown parameter 'eta'; did you mean 'eta0'?");
  CHECK(error({{"eta0", 0.0}}) == "plug-in 'sample': eta0 = 0 is outside [1e-06, 1000000]");
  CHECK(error({{"eta0", std::numeric_limits<double>::quiet_NaN()}}) ==
        "plug-in 'sample': eta0 = nan is outside [1e-06, 1000000]");
  CHECK(error({{"steps", 2.5}}) == "plug-in 'sample': steps = 2.5 must be a whole number");
  CHECK(error({{"rule", std::string("papr")}}) ==
        "plug-in 'sample': rule = 'papr' must be one of gdp, paper; did you mean 'paper'?");
  CHECK(error({{"rule", 1.0}}) == "plug-in 'sample': rule = 1 must be a word");
  CHECK(error({{"steps", std::string("many")}}) ==
        "plug-in 'sample': steps = 'many' must be a whole number");
  CHECK(error({{"steps", 2.0}}) == "accepted");
  CHECK_THROWS_WITH_AS(
      filled().make("smaple"), "unknown plug-in 'smaple'; did you mean 'sample'?", ConfigError);
}

TEST_CASE("registry: a name twice is fatal") {
  auto registry = filled();
  CHECK_THROWS_WITH_AS(registry.add<Sample>(), "two plug-ins are called 'sample'", ConfigError);
}

}  // namespace dpsco
