// Every method of the catalog hears a stop: a deadline that binds only some methods is none.
#include <cmath>
#include <functional>
#include <string>
#include <utility>

#include <doctest/doctest.h>

#include "framework/grid/expand.hpp"
#include "framework/runner/evaluate.hpp"
#include "suites/catalog.hpp"

namespace dpsco {

namespace {

/// Whatever the ledger costs: how a run stops does not depend on its noise.
struct FixedScale final : Calibrator {
  Outcome<double> smallest_scale(const std::function<Ledger(double)>& /*ledger_at*/,
                                 const Target& /*target*/) const override {
    return 10.0;
  }
};

/// What `stopped` from the given question on leaves of a run.
struct Stopped {
  bool planned = false, interrupted = false;
  Solution solution{};
  int questions = 0;
  std::string reason{};  ///< why there is no plan
};

/// `method` with `options` more parameters on 120 records in 7 dimensions.
Stopped run_stopped(const Catalog& catalog,
                    const std::string& method,
                    const std::string& options,
                    int from_question,
                    const std::string& epsilon = "1.0") {
  const Cell cell =
      expand(parse_grid("schema = 1\n[[grid]]\ndata = {name = \"spiked\", n = 120, d = 7, "
                        "evaluation_rows = 50}\nloss = {name = \"logistic\", l2 = 0.05}\n"
                        "algorithm = {name = \"" +
                            method + "\"" + options + "}\nprivacy = {epsilon = " + epsilon +
                            ", delta = 1e-5}\nmetrics = [\"excess_population_risk\"]\n",
                        "stop"),
             catalog)
          .at(0);
  const auto loaded = prepare_problem(cell, catalog, {}, false);
  REQUIRE_MESSAGE(loaded.prepared != nullptr, loaded.failure);
  const Problem& problem = loaded.prepared->problem;
  const FixedScale calibrator;
  const auto plan = catalog.algorithms.make(cell.algorithm.name, cell.algorithm.parameters)
                        ->plan(problem.facts, {cell.target, &calibrator});
  Stopped out;
  if (!plan) {
    out.reason = plan.skip().reason;
    return out;
  }
  out.planned = true;
  const Streams streams{42, "shared", "stop"};
  RunContext context(streams, [&] { return ++out.questions >= from_question; });
  out.solution = (*plan)->run(problem, context);
  out.interrupted = context.interrupted();
  return out;
}

}  // namespace

TEST_CASE("every method: a run that is stopped from the start says so, and leaves no NaN behind") {
  const Catalog catalog = full_catalog();
  for (const std::string& name : catalog.algorithms.names()) {
    CAPTURE(name);
    bool planned = false;
    for (const char* epsilon : {"1.0", "8.0"}) {  // multi-pass-dp-sgd has no steps at 1
      const Stopped run = run_stopped(catalog, name, "", 1, epsilon);
      CAPTURE(run.reason);
      if (!run.planned) continue;
      planned = true;
      // A method without a gradient has nothing to stop.
      CHECK((run.interrupted || run.solution.gradients == 0));
      CHECK(run.solution.w.size() == 7);
      for (const double v : run.solution.w) CHECK(std::isfinite(v));
      break;
    }
    CHECK(planned);
  }
}

TEST_CASE("methods of few, expensive steps hear a stop before their first one") {
  const Catalog catalog = full_catalog();
  for (const auto& [method, options] :
       {std::pair<std::string, std::string>{"private-newton", ", steps = 3"},
        {"newton", ", max_steps = 3"},
        {"lbfgs", ", max_steps = 3"},
        {"gd", ", steps = 3"},
        {"dp-frank-wolfe", ", steps = 3"},
        {"noisy-gd", ", max_steps = 3"},
        {"full-batch-langevin", ", steps = 3"},
        {"dp-sgd", ", batch = 120, epochs = 3.0"},
        {"output-perturbation", ", solver_error = 1e-6"},
        {"objective-perturbation", ", solver_error = 1e-6"},
        {"approximate-minima-perturbation", ""}}) {
    const std::string name = method;
    CAPTURE(name);
    const Stopped at_once = run_stopped(catalog, name, options, 1);
    CAPTURE(at_once.reason);
    REQUIRE(at_once.planned);
    CHECK(at_once.interrupted);
    CHECK(at_once.solution.gradients <= 120);  // one sweep that looks where the start is
    const Stopped second = run_stopped(catalog, name, options, 2);
    CHECK(second.interrupted);
    CHECK(second.questions == 2);
    CHECK_FALSE(run_stopped(catalog, name, options, 1000000).interrupted);
  }
}

TEST_CASE("private tuning: the runs that it makes hear a stop, and so does it between them") {
  const Catalog catalog = full_catalog();
  const auto stop_at = [&](int question) {
    return run_stopped(catalog, "private-tuning", ", runs = 8.0", question);
  };
  const Stopped whole = stop_at(1000000000);
  REQUIRE(whole.planned);
  REQUIRE_FALSE(whole.interrupted);
  REQUIRE(whole.questions > 2);
  for (const int question : {1, 2, whole.questions / 2}) {
    const Stopped run = stop_at(question);
    CHECK(run.interrupted);
    CHECK(run.questions == question);
  }
}

TEST_CASE("a run inside another passes a stop on, though it asks too seldom to hear it itself") {
  const Streams streams{42, "shared", "stop"};
  RunContext context(streams, [] { return true; });
  bool inner_heard = true;
  context.run_inside(1, [&](RunContext& own) {
    for (int k = 0; k < 5; ++k) own.keep_going();
    inner_heard = own.interrupted();
  });
  CHECK_FALSE(inner_heard);
  CHECK(context.interrupted());
}

}  // namespace dpsco
