#include "framework/runner/trajectory.hpp"

#include <doctest/doctest.h>

#include "framework/metrics/metrics.hpp"
#include "framework/runner/testing/cells.hpp"

namespace dpsco {

namespace {

struct SumsPureCosts final : Accountant {
  static constexpr Card card{.name = "sums-pure-costs", .doc = "adds up pure costs"};
  static std::vector<Param<SumsPureCosts>> parameters() { return {}; }
  Outcome<Price> price(const Ledger& ledger, double /*delta*/) const override {
    double sum = 0;
    for (const Event& event : ledger.events)
      sum += double(event.count) * std::get<Pure>(event.mechanism).epsilon;
    return Price{.epsilon = sum};
  }
};

struct IdlePlan final : Plan {
  using Plan::Plan;
  Solution run(const Problem& /*problem*/, RunContext& /*context*/) const override { return {}; }
};

}  // namespace

TEST_CASE("trajectory: evenly spaced points, never more than asked for, of mean and agents") {
  const Catalog catalog = [] {
    Catalog all;
    add_metrics(all);
    return all;
  }();
  Cell cell;
  cell.metrics = {"consensus_error", "sent_bytes"};
  const Services services{};
  const Toolbox tools(catalog, services, {&cell, 1});
  const PreparedProblem prepared{};
  Trajectory trajectory(prepared, tools, cell.metrics, 8);
  const std::vector<double> iterates{0, 3, 0, 5};  // two agents in the plane, 1 from their mean
  int looks = 0;
  for (std::int64_t round = 0; round <= 100; ++round) {
    if (!trajectory.wants(round)) continue;
    ++looks;
    trajectory.look(
        {.round = round, .iterates = iterates, .agents = 2, .sent_bytes = 16.0 * double(round)});
  }
  CHECK(looks < 40);
  const auto points = trajectory.take();
  REQUIRE(points.size() == 7);
  for (std::size_t i = 0; i < points.size(); ++i) {
    CHECK(points[i].round == std::int64_t(16 * i));
    CHECK(points[i].values.at("consensus_error") == 1);
    CHECK(points[i].values.at("sent_bytes") == 16.0 * double(points[i].round));
  }
  CHECK(mean_iterate(iterates, 2) == std::vector<double>{0, 4});
}

TEST_CASE("trajectory: what the releases so far have cost, by each accountant that can say") {
  Catalog catalog;
  catalog.accountants.add<SumsPureCosts>();
  Cell cell;
  cell.accountants = {"sums-pure-costs"};
  const Services services{};
  const Toolbox tools(catalog, services, {&cell, 1});
  // Every second round costs .25: three releases in five rounds.
  const IdlePlan plan({.events = {{Pure{0.25}, 3}}}, {{"rounds", 5.0}});
  std::vector<TrajectoryPoint> points;
  for (std::int64_t round = 0; round <= 5; ++round) points.push_back({.round = round});
  price_trajectory(points, plan, cell, tools);
  const double expected[] = {0, 0.25, 0.5, 0.5, 0.75, 0.75};
  for (std::size_t i = 0; i < 6; ++i)
    CHECK(points[i].values.at("epsilon/sums-pure-costs") == expected[i]);
  const IdlePlan unknown({.events = {{Pure{0.25}, 3}}}, {});
  std::vector<TrajectoryPoint> none{{.round = 1}};
  price_trajectory(none, unknown, cell, tools);
  CHECK(none[0].values.empty());
}

}  // namespace dpsco
