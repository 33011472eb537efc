// What must hold for every decentralised method: each test loops over the family.
#include <string>

#include <doctest/doctest.h>

#include "algorithms/decentralised/admm_fixtures.hpp"
#include "framework/core/check.hpp"

namespace dpsco {

using namespace decentralised_testing;  // NOLINT(google-build-using-namespace): this test's words

namespace {

std::vector<std::string> family() {
  Catalog catalog;
  add_decentralised(catalog);
  return catalog.algorithms.names();
}

bool has(const std::string& method, std::string_view parameter) {
  Catalog catalog;
  add_decentralised(catalog);
  const auto& all = catalog.algorithms.entry(method).parameters;
  return std::any_of(
      all.begin(), all.end(), [&](const ParameterInfo& info) { return info.name == parameter; });
}

Parameters rounds(const std::string& method, std::int64_t count) {
  Parameters how{{"rounds", count}};
  if (has(method, "realised") && has(method, "noise")) {
    how["noise"] = "laplace";
    how["realised"] = "yes";
  }
  return how;
}

}  // namespace

TEST_CASE("every method's path has the same bits for 1, 2, 3 and 8 threads" *
          doctest::test_suite("graph")) {
  CHECK(family().size() == 18);
  const Problem on = ridge_problem(90, 7, 0.1);
  for (const std::string& method : family()) {
    CAPTURE(method);
    const auto made = plan(method, on.facts, rounds(method, 6), {.epsilon = 5, .delta = 1e-5});
    REQUIRE_MESSAGE(made, made.skip().reason);
    Path one;
    const Solution serial = run(**made, on, 1, streams(), &one);
    CHECK(one.x.size() == 7);
    for (const int threads : {2, 3, 8}) {
      Path many;
      const Solution parallel = run(**made, on, threads, streams(), &many);
      CHECK(parallel.agents == serial.agents);
      CHECK(parallel.w == serial.w);
      CHECK(parallel.gradients == serial.gradients);
      CHECK(parallel.realised_loss == serial.realised_loss);
      REQUIRE(many.x.size() == one.x.size());
      for (std::size_t k = 0; k < one.x.size(); ++k)
        CHECK((many.x[k].array() == one.x[k].array()).all());
    }
  }
}

TEST_CASE(
    "noise and secret weights come from streams of their own: a wider weight moves no noise") {
  // Without features the first broadcast is noise alone, whatever the weights would be.
  const Problem on = without_features(40, 5);
  for (const auto& [method, width] :
       {std::pair{"random-weight-gd", "theta"}, {"private-admm", "spread"}}) {
    const auto fixed = plan(method, on.facts, {{width, 0.0}, {"rounds", std::int64_t{1}}}),
               wide = plan(method, on.facts, {{width, 0.9}, {"rounds", std::int64_t{1}}});
    REQUIRE(fixed);
    REQUIRE(wide);
    CHECK(run(**fixed, on).agents == run(**wide, on).agents);
  }
}

TEST_CASE("bad input: every method names the condition and the smallest value that would do") {
  const Facts good = facts(200, 3, Logistic());
  Facts unbounded = good;
  unbounded.bounds.row_norm = std::numeric_limits<double>::infinity();
  for (const std::string& method : family()) {
    CAPTURE(method);
    const auto reason = [&](const Facts& of, const Parameters& how) {
      const auto made = plan(method, of, how);
      REQUIRE_FALSE(made);
      return made.skip().reason;
    };
    const auto says = [](const std::string& text, const char* part) {
      CAPTURE(text);
      CHECK(text.find(part) != std::string::npos);
    };
    // K = 0.
    try {
      (void)plan(method, good, {{"rounds", std::int64_t{0}}});
      FAIL("it took zero rounds");
    } catch (const ConfigError& error) {
      says(error.what(), "rounds");
      says(error.what(), "1");
    }
    // b = 0.
    const std::string few = reason(facts(9, 3, Logistic()), {});
    says(few, "b = 0");
    says(few, "smallest admissible b is 1");
    says(few, "at most 9 agents");
    // B missing.
    says(reason(unbounded, {}), "sensitivity B is missing");
    // A disconnected graph.
    if (has(method, "graph"))
      says(reason(good, {{"agents", std::int64_t{4}}, {"graph", "list"}, {"edge_list", "0-1;2-3"}}),
           "{0, 1}, {2, 3}");
  }
}

}  // namespace dpsco
