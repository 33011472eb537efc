#include "framework/runner/plan_shelf.hpp"

#include <doctest/doctest.h>

#include "framework/runner/testing/cells.hpp"

namespace dpsco {

TEST_CASE(
    "plan shelf: repetitions share an assessment; other facts, targets and parameters don't") {
  PlanShelf shelf;
  Cell first = testing::cell({"walk", {}});
  first.algorithm.parameters["eta0"] = 1.0;
  const Facts facts{.n = 10, .d = 3};
  CHECK(shelf.find(first, facts) == nullptr);
  const auto found = std::make_shared<const Assessment>();
  shelf.put(first, facts, found);

  Cell other = first;
  other.repetition = first.repetition + 1;
  other.label = "shown otherwise";
  CHECK(shelf.find(other, facts) == found);

  const auto differs = [&](auto change) {
    Cell cell = first;
    Facts seen = facts;
    change(cell, seen);
    return shelf.find(cell, seen) == nullptr;
  };
  CHECK(differs([](Cell& cell, Facts&) { cell.target.epsilon = 7; }));
  CHECK(differs([](Cell& cell, Facts&) { cell.target.delta = 0.1; }));
  CHECK(differs([](Cell& cell, Facts&) { cell.calibrate += "x"; }));
  CHECK(differs([](Cell& cell, Facts&) { cell.accountants.emplace_back("x"); }));
  CHECK(differs([](Cell& cell, Facts&) { cell.algorithm.parameters["eta0"] = 2.0; }));
  CHECK(differs([](Cell& cell, Facts&) { cell.algorithm.name += "x"; }));
  CHECK(differs([](Cell& cell, Facts&) { cell.loss.name += "x"; }));
  CHECK(differs([](Cell&, Facts& seen) { ++seen.n; }));
  CHECK(differs([](Cell&, Facts& seen) { seen.bounds.row_norm_inf = 0.5; }));
  CHECK(differs([](Cell&, Facts& seen) { seen.constants.hessian_trace = 2; }));
  CHECK(differs([](Cell&, Facts& seen) { seen.rank = 2; }));
  CHECK(differs([](Cell&, Facts& seen) {
    seen.spectrum = std::make_shared<const std::vector<double>>(3, 1.0);
  }));
}

TEST_CASE("plan shelf: large ledgers empty it, and one that is too large is not kept") {
  struct Idle final : Plan {
    using Plan::Plan;
    Solution run(const Problem& /*problem*/, RunContext& /*context*/) const override { return {}; }
  };
  const auto with_steps = [](std::size_t steps) {
    Ledger ledger{.events = {{Heterogeneous{.inner = {{Gaussian{}}},
                                            .noise_multiplier = std::vector<double>(steps, 1)}}}};
    return std::make_shared<const Assessment>(
        Assessment{.plan = std::make_shared<Idle>(std::move(ledger))});
  };
  PlanShelf shelf(20'000);
  const Facts facts{.n = 10};
  Cell first = testing::cell({"walk", {}}), second = first, third = first;
  second.target.epsilon = 5;
  third.target.epsilon = 6;
  shelf.put(first, facts, with_steps(900));  // some 14 kB
  CHECK(shelf.find(first, facts) != nullptr);
  shelf.put(second, facts, with_steps(900));
  CHECK(shelf.find(first, facts) == nullptr);
  CHECK(shelf.find(second, facts) != nullptr);
  shelf.put(third, facts, with_steps(2000));
  CHECK(shelf.find(third, facts) == nullptr);
  CHECK(shelf.find(second, facts) != nullptr);
}

TEST_CASE("plan shelf: equal spectra are the same fact, wherever they lie") {
  PlanShelf shelf;
  const Cell cell = testing::cell({"walk", {}});
  const auto with = [](double value) {
    return Facts{.n = 10, .spectrum = std::make_shared<const std::vector<double>>(3, value)};
  };
  const auto found = std::make_shared<const Assessment>();
  shelf.put(cell, with(1), found);
  CHECK(shelf.find(cell, with(1)) == found);
  CHECK(shelf.find(cell, with(2)) == nullptr);
}

}  // namespace dpsco
