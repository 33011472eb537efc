// A strong regulariser: no method steps over 0 so far that it diverges.
#include "algorithms/central/step_cap.hpp"

#include <cmath>
#include <set>
#include <string>

#include <doctest/doctest.h>

#include "algorithms/central/sgd.hpp"
#include "algorithms/testing/by_definition.hpp"
#include "framework/testing/near.hpp"

namespace dpsco::testing {

TEST_CASE("a step is capped at 1/lambda, and kept bit by bit below") {
  CHECK(without_overshoot(3, 0) == 3);
  CHECK(without_overshoot(3, 0.25) == 3);
  CHECK(without_overshoot(5, 0.25) == 4);
}

TEST_CASE("sgd: an overshooting step was -2.2 times the iterate, each time") {
  auto loss = std::make_shared<Logistic>();
  loss->l2 = 2;
  const Problem on = problem(100, 5, loss);
  const auto planned = plan(Sgd{}, on.facts);
  REQUIRE(planned);
  CHECK((*planned)->schedule.at("eta") == 0.5);  // 32/(2 G sqrt 100) = 1.6 otherwise
  CHECK(on.objective(run(**planned, on).w) < 2);
}

TEST_CASE("every central method: an l2 weight of 10 leaves the objective near that of w = 0") {
  Catalog catalog;
  add_algorithms(catalog);
  auto loss = std::make_shared<Logistic>();
  loss->l2 = 10;
  const Problem on = problem(100, 5, loss);
  const double at_zero = on.objective(std::vector<double>(5, 0.0));
  std::set<std::string> seen;
  for (const std::string& name : catalog.algorithms.names()) {
    const Card& card = catalog.algorithms.entry(name).card;
    if (card.family == "decentralised") continue;
    for (const Adjacency adjacency : {Adjacency::replace_one, Adjacency::add_remove}) {
      const FixedScale calibrator(4);
      const auto planned = catalog.algorithms.make(name, {})->plan(
          on.facts, {{.epsilon = 1, .delta = 1e-5, .adjacency = adjacency}, &calibrator});
      if (!planned) continue;
      const double value = on.objective(run(**planned, on).w);
      CAPTURE(name);
      CAPTURE(value);
      CHECK(value <= (card.privacy.empty() ? 10 : 1000) * at_zero);
      seen.insert(name);
    }
  }
  for (const char* name : {"sgd",
                           "sgd-averaging",
                           "sgd-last-iterate",
                           "clip-no-noise",
                           "dp-sgd",
                           "dp-ftrl",
                           "noisy-gd",
                           "noisy-sgd-bst14",
                           "nonsmooth-noisy-sgd",
                           "minibatch-noisy-sgd",
                           "full-batch-langevin"})
    CHECK(seen.contains(name));
}

}  // namespace dpsco::testing
