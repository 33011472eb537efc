// A declared rank reaches plans and bounds, and the bounds hold on the data that declare it.
#include <cmath>
#include <map>

#include <doctest/doctest.h>

#include "framework/grid/expand.hpp"
#include "framework/testing/near.hpp"
#include "suites/catalog.hpp"
#include "suites/testing/run_cell.hpp"

namespace dpsco {

TEST_CASE(
    "low-rank data: the bound by rank is free of d, the one by d is not, risks are below both") {
  const Catalog catalog = full_catalog();
  const std::vector<Cell> cells = expand(
      parse_grid("schema = 1\n[run]\nrepetitions = 8\n[[grid]]\ndata = {name = \"low-rank\", n = "
                 "500, d = [8, 400], rank = 8, evaluation_rows = 500}\nloss = \"logistic\"\n"
                 "algorithm = {name = \"noisy-gd\", projection = [\"ball\", \"none\"], max_steps = "
                 "100}\nprivacy = {epsilon = 1.0, delta = 1e-5, calibrate = \"gdp\"}\nmetrics = "
                 "[\"excess_population_risk\"]\nbounds = [\"noisy-gd-by-d\", "
                 "\"noisy-gd-by-rank\"]\n",
                 "low rank"),
      catalog);
  REQUIRE(cells.size() == 32);
  std::map<std::pair<std::string, Index>, std::map<std::string, double>> means;
  for (const Cell& cell : cells) {
    const Record record = run_cell(cell, catalog, false);
    REQUIRE_MESSAGE(record.status == Status::ok, record.reason);
    const std::string projection = to_text(cell.algorithm.parameters.at("projection"));
    CHECK(record.schedule.at("rank") == (projection == "none" ? 8 : double(record.d)));
    auto& mean = means[{projection, record.d}];
    mean["risk"] += *record.metrics.at("excess_population_risk") / 8;
    mean["by d"] = *record.bounds.at("noisy-gd-by-d");
    mean["unseen noise"] = record.schedule.at("eta") / 2 * double(record.d - 8) *
                           std::pow(record.schedule.at("sigma"), 2);
    CHECK(bool(record.bounds.at("noisy-gd-by-rank")) == (projection == "none"));
    if (projection == "none") mean["by rank"] = *record.bounds.at("noisy-gd-by-rank");
  }
  const auto &narrow = means.at({"none", 8}), &wide = means.at({"none", 400});
  CHECK(narrow.at("by rank") == narrow.at("by d"));
  CHECK(std::abs(wide.at("by rank") - narrow.at("by rank")) < 1e-12);
  // They differ by the noise in the other dimensions.
  CHECK(wide.at("by rank") < wide.at("by d"));
  CHECK(near(wide.at("by d") - wide.at("by rank"), wide.at("unseen noise"), 1e-9));
  for (const auto& mean : means) {
    CAPTURE(mean.first.first);
    CAPTURE(mean.first.second);
    CHECK(mean.second.at("risk") > 0);
    CHECK(mean.second.at("risk") <= mean.second.at("by d"));
  }
  CHECK(narrow.at("risk") <= narrow.at("by rank"));
  CHECK(wide.at("risk") <= wide.at("by rank"));
}

}  // namespace dpsco
