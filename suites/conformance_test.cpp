// What must hold for every plug-in, whoever wrote it: each test loops over the catalog.
#include <cmath>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

#include <doctest/doctest.h>

#include "framework/grid/expand.hpp"
#include "framework/problem/optimum.hpp"
#include "framework/runner/evaluate.hpp"
#include "framework/testing/near.hpp"
#include "privacy/calibration/root_calibrator.hpp"
#include "suites/catalog.hpp"
#include "suites/cli/catalog_commands.hpp"

namespace dpsco {

namespace {

Services services() {
  return {.find_optimum = [](const Problem& problem) { return find_optimum(problem); },
          .make_calibrator =
              [](const Accountant& accountant) {
                return std::make_unique<RootCalibrator>(accountant);
              }};
}

/// Every algorithm with every loss on spiked data, at the given shape and targets.
std::vector<Cell> cells(const Catalog& catalog,
                        const std::string& shape,
                        const std::string& privacy) {
  std::string algorithms;
  for (const std::string& name : catalog.algorithms.names())
    algorithms += "{name = \"" + name + "\"},";
  std::string losses;
  for (const std::string& name : catalog.losses.names()) losses += "\"" + name + "\",";
  return expand(
      parse_grid("schema = 1\n[[grid]]\ndata = {" + shape + "}\nloss = [" + losses +
                     "]\nalgorithm = [" + algorithms + "]\nprivacy = {" + privacy +
                     "}\nmetrics = [\"excess_population_risk\", \"excess_empirical_risk\"]\n",
                 "conformance"),
      catalog);
}

Record run(const Cell& cell, const Catalog& catalog) {
  const StopControl stop;
  const auto prepared = prepare_problem(cell, catalog, services(), true);
  REQUIRE_MESSAGE(prepared.prepared != nullptr, prepared.failure);
  return evaluate(cell, *prepared.prepared, catalog, services(), stop);
}

/// run() with the first of these accountants that can price the method's ledger; `cell` names it
/// afterwards. Cheap ones first.
Record run_priced(Cell& cell, const Catalog& catalog) {
  Record record;
  for (const char* accountant : {"gdp", "contour", "pld", "rdp", "basic"}) {
    cell.calibrate = accountant;
    cell.accountants = {accountant};
    record = run(cell, catalog);
    if (record.status != Status::infeasible) break;
  }
  return record;
}

}  // namespace

TEST_CASE("every private method: its ledger costs at most the target and nearly all of it") {
  const Catalog catalog = full_catalog();
  int priced = 0;
  for (Cell& cell : cells(catalog,
                          R"(name = "spiked", n = [40, 500], d = 7, evaluation_rows = 50)",
                          "epsilon = [0.1, 1.0, 8.0], delta = [1e-5, 1e-8]")) {
    const Record record = run_priced(cell, catalog);
    CAPTURE(cell.label);
    CAPTURE(cell.loss.name);
    CAPTURE(record.reason);
    CHECK((record.status == Status::ok || record.status == Status::skipped));
    if (record.status != Status::ok) continue;
    const auto& price = record.accounts.at(cell.calibrate);
    if (catalog.algorithms.entry(cell.algorithm.name).card.privacy.empty()) continue;
    REQUIRE(price);
    CHECK(price->epsilon <= cell.target.epsilon);
    CHECK(price->epsilon >= 0.98 * cell.target.epsilon);
    ++priced;
  }
  CHECK(priced > 0);
}

TEST_CASE(
    "every method: the same cell twice gives the same bits; another seed gives others if it is "
    "random") {
  const Catalog catalog = full_catalog();
  for (Cell cell : cells(catalog,
                         R"(name = "spiked", n = 60, d = 7, evaluation_rows = 50)",
                         "epsilon = 1.0, delta = 1e-5")) {
    if (cell.loss.name != "logistic") continue;
    CAPTURE(cell.label);
    const Record first = run_priced(cell, catalog);
    CHECK(run(cell, catalog).digest == first.digest);
    cell.seed = 2;
    CHECK(run(cell, catalog).digest != first.digest);
  }
}

TEST_CASE(
    "every method: one record, the smallest d and a tiny sample are runs or reasons, never "
    "failures") {
  const Catalog catalog = full_catalog();
  for (const char* shape : {R"(name = "isotropic", n = 1, d = 1, evaluation_rows = 5)",
                            R"(name = "spiked", n = 2, d = 6, evaluation_rows = 5)"})
    for (Cell& cell : cells(catalog, shape, "epsilon = 1.0, delta = 1e-5")) {
      const Record record = run_priced(cell, catalog);
      CAPTURE(cell.label);
      CAPTURE(record.reason);
      CHECK((record.status == Status::ok || record.status == Status::skipped));
      CHECK((record.status == Status::ok || record.reason.size() > 10));
    }
}

TEST_CASE(
    "every plug-in describes itself: one line, a name in its style, a source for what has one") {
  const Catalog catalog = full_catalog();
  const auto check = [](const auto& registry, bool cited) {
    for (const std::string& name : registry.names()) {
      CAPTURE(name);
      const Card& card = registry.entry(name).card;
      CHECK(card.doc.size() > 10);
      CHECK(card.doc.find('\n') == std::string_view::npos);
      CHECK(card.version >= 1);
      CHECK(name.find(' ') == std::string::npos);
      CHECK((!cited || !card.cites.empty() || card.privacy.empty()));
      for (const ParameterInfo& info : registry.entry(name).parameters)
        CHECK_FALSE(info.doc.empty());
    }
  };
  check(catalog.algorithms, true);
  check(catalog.accountants, false);
  check(catalog.bounds, false);
  check(catalog.metrics, false);
  check(catalog.datasets, false);
  check(catalog.losses, false);
  for (const std::string& name : catalog.algorithms.names())
    CHECK(describe_text(catalog, name).find(name) == 0);
  CHECK(list_text(catalog, "").find("pnsgd") != std::string::npos);
}

TEST_CASE("every citation of a card has its entry in docs/references.bib") {
  std::ifstream file(DPSCO_SOURCE_DIR "/docs/references.bib");
  std::ostringstream bib;
  bib << file.rdbuf();
  REQUIRE(bib.str().size() > 100);
  const Catalog catalog = full_catalog();
  const auto check = [&](const auto& registry) {
    const std::regex key("[a-z]+[0-9]{4}[a-z]*");
    for (const std::string& name : registry.names()) {
      const std::string cites(registry.entry(name).card.cites);
      for (std::sregex_iterator found(cites.begin(), cites.end(), key), end; found != end;
           ++found) {
        CAPTURE(name);
        CAPTURE(found->str());
        CHECK(bib.str().find("{" + found->str() + ",") != std::string::npos);
      }
    }
  };
  check(catalog.algorithms);
  check(catalog.accountants);
  check(catalog.bounds);
}

}  // namespace dpsco
