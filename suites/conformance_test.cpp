// What must hold for every plug-in, whoever wrote it: each test loops over the catalog.
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include <doctest/doctest.h>

#include "framework/grid/expand.hpp"
#include "framework/runner/assess.hpp"
#include "framework/runner/evaluate.hpp"
#include "framework/testing/near.hpp"
#include "suites/catalog.hpp"
#include "suites/cli/catalog_commands.hpp"
#include "suites/cli/services.hpp"
#include "suites/testing/run_cell.hpp"

namespace dpsco {

namespace {

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

/// The cell's record with the first accountant that can price its method's ledger.
Record run_priced(Cell& cell, const Catalog& catalog) {
  Record record;
  for (const char* accountant : {"gdp", "rdp", "basic", "contour", "pld"}) {
    cell.calibrate = accountant;
    cell.accountants = {accountant};
    record = run_cell(cell, catalog);
    if (record.status != Status::infeasible) break;
  }
  return record;
}

}  // namespace

TEST_CASE("every private method: its ledger costs at most the target and nearly all of it") {
  const Catalog catalog = full_catalog();
  std::set<std::string> priced;
  for (Cell& cell : cells(catalog,
                          R"(name = "spiked", n = [40, 500], d = 7, evaluation_rows = 50)",
                          "epsilon = [0.1, 1.0, 8.0], delta = [1e-5, 1e-8], "
                          "adjacency = [\"replace_one\", \"add_remove\"]")) {
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
    priced.insert(cell.algorithm.name);
  }
  for (const std::string& name : catalog.algorithms.names()) {
    CAPTURE(name);
    CHECK((priced.contains(name) || catalog.algorithms.entry(name).card.privacy.empty()));
  }
}

// Only the plan is made: what a cell costs is known without running it.
TEST_CASE("every algorithm and accountant: the noise that it sets costs at most the target") {
  const Catalog catalog = full_catalog();
  const std::set<std::string> numeric{"gdp", "contour"};
  std::map<std::string, int> certified;
  int cells_seen = 0;
  for (Cell& cell : cells(catalog,
                          R"(name = "spiked", n = 1000, d = 7, evaluation_rows = 50)",
                          "epsilon = [0.5, 4.0], delta = 1e-5, adjacency = [\"replace_one\", "
                          "\"add_remove\"]")) {
    if (cell.loss.name != "logistic") continue;
    if (catalog.algorithms.entry(cell.algorithm.name).card.privacy.empty()) continue;
    const StopControl stop;
    cell.calibrate = "gdp";
    const auto prepared = prepare_problem(cell, catalog, standard_services(), true);
    REQUIRE(prepared.prepared != nullptr);
    int able = 0;
    for (const std::string accountant : {"gdp",
                                         "rdp",
                                         "rdp-mironov",
                                         "zcdp",
                                         "contour",
                                         "basic",
                                         "advanced",
                                         "heterogeneous",
                                         "analytic-gaussian",
                                         "auto"}) {
      cell.calibrate = accountant;
      cell.accountants = {accountant};
      const Toolbox tools(catalog, standard_services(), {&cell, 1});
      Record record;
      ++cells_seen;
      const auto plan = assess(cell, prepared.prepared->problem.facts, tools, record);
      CAPTURE(cell.label);
      CAPTURE(accountant);
      CAPTURE(record.reason);
      CHECK((plan != nullptr || record.reason.size() > 10));
      // Less noise may allow a longer step than the method takes, which is not the accountant's.
      if (accountant == "auto")
        CHECK((plan != nullptr || able == 0 || record.status == Status::skipped));
      if (plan == nullptr) continue;
      ++able;
      const auto again =
          catalog.accountants.make(accountant)->price(plan->ledger, cell.target.delta);
      REQUIRE(again);
      CHECK(again->epsilon <= cell.target.epsilon * (1 + 1e-9));
      if (numeric.contains(accountant)) CHECK(again->epsilon >= 0.98 * cell.target.epsilon);
      ++certified[accountant];
    }
  }
  int all = 0;
  for (const auto& [accountant, count] : certified) {
    MESSAGE(accountant << " sets the noise of " << count << " cells");
    all += count;
  }
  MESSAGE(all << " of " << cells_seen << " cells; the others say why not");
  CHECK(all >= 200);
}

// n = 1000, T = n^1.5, delta = 1e-5. Golden values: an independent Python program (connect-the-dots
// laws composed by FFT).
TEST_CASE("multi pass: Theorem 2's steps really cost 0.0787, and e itself allows kappa = 1.98") {
  const Catalog catalog = full_catalog();
  const auto planned = [&](const std::string& options, const std::string& epsilon) {
    std::vector<Cell> all =
        expand(parse_grid("schema = 1\n[[grid]]\ndata = {name = \"spiked\", n = 1000, d = 7, "
                          "evaluation_rows = 50}\nloss = \"logistic\"\nalgorithm = {name = "
                          "\"multi-pass-dp-sgd\", eta0 = 1.0, " +
                              options + "}\nprivacy = {epsilon = " + epsilon +
                              ", delta = 1e-5, calibrate = \"contour\"}\nmetrics = "
                              "[\"excess_population_risk\"]\n",
                          "multi-pass"),
               catalog);
    all.at(0).accountants = {"contour"};
    return run_cell(all.at(0), catalog);
  };
  const Record theorem = planned("alpha = 2.0, calibration = \"theorem\"", "1.9587");
  REQUIRE_MESSAGE(theorem.status == Status::ok, theorem.reason);
  const auto& cost = theorem.accounts.at("contour");
  REQUIRE(cost);
  CHECK(near(theorem.schedule.at("T"), 31622, 1e-4));
  CHECK(near(cost->epsilon, 0.0787, 0.01));
  const Record claimed = planned("alpha = 2.0", "1.9587");  // kappa that Theorem 2's claim allows
  REQUIRE_MESSAGE(claimed.status == Status::ok, claimed.reason);
  CHECK(near(claimed.schedule.at("kappa"), 9.0, 0.01));
  // The alpha at which a target of n^(-1/4) gets as many steps.
  const Record tight = planned("alpha = 2.68167", "0.17782794");
  REQUIRE_MESSAGE(tight.status == Status::ok, tight.reason);
  CHECK(near(tight.schedule.at("T"), 31622, 0.01));
  CHECK(near(tight.schedule.at("kappa"), 1.98, 0.01));
  const auto& price = tight.accounts.at("contour");
  REQUIRE(price);
  CHECK(price->epsilon <= 0.17782794);
  CHECK(price->epsilon >= 0.98 * 0.17782794);
}

TEST_CASE("add_remove: an n that was counted in the data is refused, for it is private") {
  const Catalog catalog = full_catalog();
  Cell cell =
      expand(parse_grid("schema = 1\n[[grid]]\ndata = {name = \"spiked\", n = 100, d = 7, "
                        "evaluation_rows = 50}\nloss = \"logistic\"\nalgorithm = {name = "
                        "\"noisy-gd\"}\nprivacy = {epsilon = 1.0, delta = 1e-5, adjacency = "
                        "\"add_remove\"}\nmetrics = [\"excess_population_risk\"]\n",
                        "private n"),
             catalog)
          .at(0);
  const auto prepared = prepare_problem(cell, catalog, standard_services(), true);
  REQUIRE(prepared.prepared != nullptr);
  const Toolbox tools(catalog, standard_services(), {&cell, 1});
  Facts facts = prepared.prepared->problem.facts;
  Record record;
  CHECK(assess(cell, facts, tools, record) != nullptr);
  facts.n_mark = Mark::oracle;
  CHECK(assess(cell, facts, tools, record) == nullptr);
  CHECK(record.reason.find("declare it (data.n)") != std::string::npos);
  cell.target.adjacency = Adjacency::zero_out;  // nobody leaves: n is public
  CHECK(assess(cell, facts, tools, record) != nullptr);
}

TEST_CASE("a secret order that the accountant can't price is a reason, not an error") {
  const Catalog catalog = full_catalog();
  Cell cell = expand(parse_grid("schema = 1\n[[grid]]\ndata = {name = \"spiked\", n = 100, d = 7, "
                                "evaluation_rows = 50}\nloss = \"logistic\"\nalgorithm = {name = "
                                "\"single-pass-dp-sgd\", order = \"hidden-random\"}\nprivacy = "
                                "{epsilon = 1.0, delta = 1e-5, calibrate = \"gdp\"}\nmetrics = "
                                "[\"excess_population_risk\"]\n",
                                "hidden order"),
                     catalog)
                  .at(0);
  const Record record = run_cell(cell, catalog);
  CHECK(record.status == Status::infeasible);
  CHECK(record.reason.find("calibrate = pld") != std::string::npos);
}

TEST_CASE(
    "every method: the same cell twice gives the same bits; another seed gives others if it is "
    "random") {
  const Catalog catalog = full_catalog();
  for (Cell cell : cells(catalog,
                         R"(name = "spiked", n = 60, d = 7, evaluation_rows = 50)",
                         "epsilon = 1.0, delta = 1e-5, adjacency = [\"replace_one\", "
                         "\"add_remove\"]")) {
    if (cell.loss.name != "logistic") continue;
    CAPTURE(cell.label);
    const Record first = run_priced(cell, catalog);
    if (first.status == Status::skipped) continue;
    CHECK(run_cell(cell, catalog).digest == first.digest);
    cell.seed = 2;
    CHECK(run_cell(cell, catalog).digest != first.digest);
  }
}

TEST_CASE(
    "every method: one record, the smallest d and a tiny sample are runs or reasons, never "
    "failures") {
  const Catalog catalog = full_catalog();
  for (const char* shape : {R"(name = "isotropic", n = 1, d = 1, evaluation_rows = 5)",
                            R"(name = "spiked", n = 2, d = 6, evaluation_rows = 5)"})
    for (Cell& cell : cells(catalog,
                            shape,
                            "epsilon = 1.0, delta = 1e-5, adjacency = [\"replace_one\", "
                            "\"add_remove\"]")) {
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

namespace {

std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::ostringstream all;
  all << file.rdbuf();
  return all.str();
}

/// Every match's group 1.
std::set<std::string> keys(const std::string& text, const char* pattern) {
  const std::regex key(pattern);
  std::set<std::string> all;
  for (std::sregex_iterator found(text.begin(), text.end(), key), end; found != end; ++found)
    all.insert((*found)[1]);
  return all;
}

std::set<std::string> bibliography() {
  return keys(text_of(DPSCO_SOURCE_DIR "/docs/references.bib"), "@[a-z]+\\{([a-z0-9]+),");
}

}  // namespace

TEST_CASE("every citation of a card has its entry in docs/references.bib") {
  const std::set<std::string> entries = bibliography();
  REQUIRE(entries.size() > 10);
  const Catalog catalog = full_catalog();
  const auto check = [&](const auto& registry) {
    for (const std::string& name : registry.names())
      for (const std::string& key :
           keys(std::string(registry.entry(name).card.cites), "([a-z]+[0-9]{4}[a-z]*)")) {
        CAPTURE(name);
        CAPTURE(key);
        CHECK(entries.contains(key));
      }
  };
  check(catalog.algorithms);
  check(catalog.accountants);
  check(catalog.bounds);
  check(catalog.datasets);
}

TEST_CASE("every [key] in sources and documents has its entry, and every entry is cited") {
  const std::set<std::string> entries = bibliography();
  std::set<std::string> cited;
  const Catalog catalog = full_catalog();
  const auto add = [&](const auto& registry) {
    for (const std::string& name : registry.names())
      cited.merge(keys(std::string(registry.entry(name).card.cites), "([a-z]+[0-9]{4}[a-z]*)"));
  };
  add(catalog.algorithms);
  add(catalog.accountants);
  add(catalog.bounds);
  add(catalog.datasets);
  for (const char* folder :
       {"algorithms", "datasets", "docs", "framework", "privacy", "results", "suites"})
    for (const auto& entry : std::filesystem::recursive_directory_iterator(
             std::string(DPSCO_SOURCE_DIR "/") + folder)) {
      const std::string end = entry.path().extension();
      if (end != ".hpp" && end != ".cpp" && end != ".md") continue;
      for (const std::string& key :
           keys(text_of(entry.path()), "\\[([a-z]{2,}(?:19|20)[0-9]{2}[a-z]*)\\]")) {
        CAPTURE(entry.path().string());
        CAPTURE(key);
        CHECK(entries.contains(key));
        cited.insert(key);
      }
    }
  for (const std::string& key : entries) {
    CAPTURE(key);
    CHECK(cited.contains(key));
  }
}

}  // namespace dpsco
