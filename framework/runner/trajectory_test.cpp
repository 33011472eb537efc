#include "framework/runner/trajectory.hpp"

#include <doctest/doctest.h>

#include "framework/metrics/metrics.hpp"
#include "framework/runner/testing/cells.hpp"

namespace dpsco {

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

}  // namespace dpsco
