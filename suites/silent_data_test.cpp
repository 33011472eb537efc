// Records without features: every gradient is zero, so what a method releases is its noise alone.
// A method that forgot to add any is caught here, whatever its ledger says.
#include <cmath>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "framework/grid/expand.hpp"
#include "suites/catalog.hpp"
#include "suites/testing/run_cell.hpp"

namespace dpsco {

namespace {

struct SilentDataset final : Dataset {
  static constexpr Card card{.name = "silent", .doc = "rows without any feature"};
  static std::vector<Param<SilentDataset>> parameters() { return {}; }
  static constexpr Index n = 500, d = 7;

  LoadedData load(const Streams& /*streams*/) const override {
    Data rows{.x = SparseMatrix{.n = n, .d = d, .start = std::vector<Index>(n + 1, 0)},
              .y = std::vector<double>(n, 1.0)};
    for (std::size_t i = 0; i < rows.y.size(); i += 2) rows.y[i] = -1;
    return {.train = std::move(rows)};
  }
  Facts shape() const override { return {.n = n, .d = d}; }
  std::size_t bytes() const override { return n * (sizeof(Index) + sizeof(double)); }
};

/// A number that no two different outputs share, but for chance.
struct Checksum final : Metric {
  static constexpr Card card{.name = "checksum", .doc = "weighted sum of all that is released"};
  static std::vector<Param<Checksum>> parameters() { return {}; }

  Outcome<double> measure(const Problem& /*problem*/,
                          const Truth& /*truth*/,
                          const Solution& solution) const override {
    double sum = 0, at = 0;
    for (const std::vector<double>* values : {&solution.w, &solution.agents})
      for (const double value : *values) sum += std::cos(++at) * value;
    return sum;
  }
};

/// The method with its noise silenced: what must be caught.
struct Silenced final : Algorithm {
  static constexpr Card card{.name = "silenced",
                             .doc = "claims noise and adds none",
                             .privacy = "(epsilon, delta)-DP",
                             .adjacencies = "replace_one"};
  static std::vector<Param<Silenced>> parameters() { return {}; }

  struct Claim final : Plan {
    using Plan::Plan;
    Solution run(const Problem& problem, RunContext& /*context*/) const override {
      return {.w = std::vector<double>(std::size_t(problem.data.dimension()), 0.0)};
    }
  };
  Outcome<std::shared_ptr<const Plan>> plan(const Facts& /*facts*/,
                                            const Budget& budget) const override {
    return {std::make_shared<Claim>(Ledger{.adjacency = budget.target.adjacency,
                                           .events = {{Gaussian{.noise_multiplier = 100}, 1}}})};
  }
};

enum class Output { random, fixed, none };

/// What three repetitions released, set by the first accountant that prices the method's ledger.
Output output_of(const std::string& algorithm, const Catalog& catalog) {
  const std::string adjacencies(catalog.algorithms.entry(algorithm).card.adjacencies);
  const bool replaces = adjacencies.find("replace_one") != std::string::npos;
  const std::string adjacency =
      replaces ? "replace_one" : adjacencies.substr(0, adjacencies.find(' '));
  for (const char* accountant : {"gdp", "rdp", "basic", "contour", "pld"}) {
    std::vector<double> sums;
    const std::string grid = fmt::format(R"(
schema = 1
[run]
repetitions = 3
[[grid]]
data = "silent"
loss = "logistic"
algorithm = "{}"
privacy = {{epsilon = 1.0, delta = 1e-5, calibrate = "{}", adjacency = "{}"}}
metrics = ["checksum"]
[accountants]
use = ["gdp"]
)",
                                         algorithm,
                                         accountant,
                                         adjacency);
    for (const Cell& cell : expand(parse_grid(grid, "silent"), catalog)) {
      const Record record = run_cell(cell, catalog);
      CAPTURE(record.reason);
      CHECK((record.status == Status::ok || record.status == Status::infeasible));
      if (record.status == Status::ok) sums.push_back(*record.metrics.at("checksum"));
    }
    if (sums.size() == 3)
      return sums[0] != 0 && sums[1] != sums[0] && sums[2] != sums[0] ? Output::random
                                                                      : Output::fixed;
  }
  return Output::none;
}

Catalog silent_catalog() {
  Catalog catalog = full_catalog();
  catalog.datasets.add<SilentDataset>();
  catalog.metrics.add<Checksum>();
  catalog.algorithms.add<Silenced>();
  return catalog;
}

}  // namespace

TEST_CASE("every private method: on records without features what it releases is still random") {
  const Catalog catalog = silent_catalog();
  int methods = 0;
  for (const std::string& name : catalog.algorithms.names()) {
    if (catalog.algorithms.entry(name).card.privacy.empty() || name == "silenced") continue;
    CAPTURE(name);
    CHECK(output_of(name, catalog) == Output::random);
    ++methods;
  }
  CHECK(methods > 25);
}

TEST_CASE("a method that claims noise and adds none is caught on records without features") {
  CHECK(output_of("silenced", silent_catalog()) == Output::fixed);
}

}  // namespace dpsco
