#include "results/progress/costs.hpp"

#include <cmath>

#include <doctest/doctest.h>

#include "framework/testing/near.hpp"
#include "results/progress/costed.hpp"

namespace dpsco {

namespace {

Cell cell_of(const std::string& method, std::int64_t n, std::int64_t d) {
  return {.data = {"spiked", {{"n", n}, {"d", d}}},
          .loss = {"logistic", {{"l2", 0.0}}},
          .algorithm = {method, {{"eta0", 10.0}}}};
}

/// Keeps the last state it was shown.
struct LastState final : Progress {
  void update(const ProgressState& state) override { last = state; }
  void finish(const ProgressState& state) override { last = state; }
  ProgressState last{};
};

}  // namespace

TEST_CASE("costs: a planned cell and its stored run have the same key, another setting has not") {
  const Cell cell = cell_of("sgd", 100, 10);
  StoredRun run;
  run.algorithm = "sgd";
  run.data = "spiked";
  run.loss = "logistic";
  run.parameters = {{"algorithm.eta0", 10.0},
                    {"data.d", std::int64_t{10}},
                    {"data.n", std::int64_t{100}},
                    {"loss.l2", 0.0}};
  CHECK(cost_key(run).setting == cost_key(cell).setting);
  CHECK(cost_key(run).method == "sgd");
  CHECK(cost_key(run).size == 1000);
  run.parameters["algorithm.eta0"] = 1.0;
  CHECK(cost_key(run).setting != cost_key(cell).setting);
  CHECK(cost_key(cell_of("sgd", 200, 10)).setting != cost_key(cell).setting);
}

TEST_CASE("costs: a known setting costs its mean, an unknown size follows the fitted power") {
  CostModel model;
  CHECK(!model.expected(cost_key(cell_of("sgd", 100, 10))));
  model.add(cost_key(cell_of("sgd", 100, 10)), 1);
  model.add(cost_key(cell_of("sgd", 100, 10)), 3);
  CHECK(model.expected(cost_key(cell_of("sgd", 100, 10))) == 2);
  // One size: proportional to n d.
  CHECK(near(*model.expected(cost_key(cell_of("sgd", 200, 10))), 4, 1e-12));
  // Two sizes with cost ~ (n d)^1.5: 2 at 1e3, 2 * 100^1.5 at 1e5.
  model.add(cost_key(cell_of("sgd", 10'000, 10)), 2000);
  CHECK(near(*model.expected(cost_key(cell_of("sgd", 100, 1000))), 2000, 1e-9));
  CHECK(near(*model.expected(cost_key(cell_of("sgd", 1000, 10))), 2 * std::pow(10, 1.5), 1e-9));
  // Another method: the mean of all; a size that is unknown: the mean of the method's settings.
  CHECK(near(*model.expected(cost_key(cell_of("pnsgd", 5, 5))), 2004.0 / 3, 1e-12));
  Cell file = cell_of("sgd", 1, 1);
  file.data = {"libsvm", {{"path", std::string("a9a")}}};
  CHECK(near(*model.expected(cost_key(file)), 1001, 1e-12));
}

TEST_CASE("costs: free runs do not break the fit") {
  CostModel model;
  model.add(cost_key(cell_of("sgd", 10, 1)), 0);
  model.add(cost_key(cell_of("sgd", 100, 1)), 1);
  CHECK(near(*model.expected(cost_key(cell_of("sgd", 1000, 1))), 10, 1e-12));
}

TEST_CASE("costed progress: dear cells that are left count by their cost, not by their number") {
  // Ten cells of cost 1 and ten of cost 100; the cheap ones come first.
  std::vector<Cell> cells(10, cell_of("sgd", 10, 1));
  cells.insert(cells.end(), 10, cell_of("sgd", 1000, 1));
  LastState view;
  CostedProgress progress(view, cells, {});
  ProgressState state{.total = 20};
  progress.update(state);
  CHECK(!view.last.remaining());
  for (int i = 0; i < 10; ++i) {
    Record record{.cell = cells[std::size_t(i)], .status = Status::ok, .timing = {.cpu = 1}};
    progress.done(record);
    state.done = std::size_t(i) + 1;
    state.elapsed = 2.0 * double(i + 1);  // two seconds of elapsed time a second of work
    progress.update(state);
  }
  // By count it would be 20 s; by cost (proportional to n d) 10 * 100 * 2 s.
  REQUIRE(view.last.remaining());
  CHECK(near(*view.last.remaining(), 2000, 1e-9));
  // Between two looks at the settings the clock runs down.
  state.elapsed += 0.25;
  progress.update(state);
  CHECK(near(*view.last.remaining(), 1999.75, 1e-9));
}

TEST_CASE("costed progress: costs of an earlier run are known from the first cell on") {
  const std::vector<Cell> cells{cell_of("sgd", 10, 1), cell_of("pnsgd", 10, 1)};
  StoredRun before;
  before.algorithm = "pnsgd";
  before.data = "spiked";
  before.loss = "logistic";
  before.parameters = {{"algorithm.eta0", 10.0},
                       {"data.d", std::int64_t{1}},
                       {"data.n", std::int64_t{10}},
                       {"loss.l2", 0.0}};
  before.cpu = 8;
  LastState view;
  CostedProgress progress(view, cells, std::vector<StoredRun>{before});
  progress.done({.cell = cells[0], .status = Status::ok, .timing = {.cpu = 2}});
  progress.update({.total = 2, .done = 1, .elapsed = 2});
  CHECK(near(*view.last.remaining(), 8, 1e-12));
}

}  // namespace dpsco
