#include "suites/audit/audit_table.hpp"

#include <string>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "algorithms/central/output_perturbation.hpp"
#include "algorithms/central/zero.hpp"
#include "framework/core/check.hpp"
#include "privacy/add_accountants.hpp"
#include "suites/audit/shares.hpp"
#include "suites/refutation/one_release.hpp"

namespace dpsco {

namespace {

using nlohmann::json;
using Honest = refutation::OneRelease<refutation::Flaw::none>;
using Lying = refutation::OneRelease<refutation::Flaw::half_sensitivity>;

Catalog small_catalog() {
  Catalog catalog;
  add_accountants(catalog);
  catalog.algorithms.add<Honest>();
  catalog.algorithms.add<Lying>();
  catalog.algorithms.add<OutputPerturbation>();
  catalog.algorithms.add<Zero>();
  return catalog;
}

AuditFlags flags(std::vector<std::string> names) {
  AuditFlags out;
  out.algorithms = std::move(names);
  out.runs = 20000;
  out.delta = 1e-2;
  out.threads = 1;
  return out;
}

}  // namespace

TEST_CASE("audit: an honest method passes, a lying one is refuted with a sentence which") {
  const Catalog catalog = small_catalog();
  const AuditTable honest = audit_table(flags({"honest-release"}), catalog);
  CHECK_FALSE(honest.refuted);
  CHECK(honest.text.find("REFUTED") == std::string::npos);
  const AuditTable lying = audit_table(flags({"honest-release", "half-sensitivity"}), catalog);
  CHECK(lying.refuted);
  CHECK(lying.text.find("half-sensitivity is REFUTED: it claims epsilon = 1 at delta = 0.01") !=
        std::string::npos);
  CHECK(lying.text.find("honest-release is REFUTED") == std::string::npos);
}

TEST_CASE("audit: every method has a row, those that can't be audited with the reason") {
  AuditFlags all = flags({});
  all.all = true;
  all.format = "json";
  const json rows = json::parse(audit_table(all, small_catalog()).text);
  const auto row = [&](const char* name, const char* kind) {
    for (const json& each : rows)
      if (each.at("name") == name && each.at("kind") == kind) return each;
    return json();
  };
  CHECK(rows.size() == 6);
  CHECK(row("zero", "game").at("verdict") == "not audited");
  CHECK(row("zero", "game").at("reason") == "claims no privacy");
  CHECK(row("gaussian-mechanism", "yardstick").at("runs") == 20000);
  CHECK(row("half-sensitivity", "game").at("verdict") == "REFUTED");
  CHECK(row("output-perturbation", "game").at("verdict") == "holds");
  const json exact = row("output-perturbation", "density");
  CHECK(exact.at("runs").is_null());
  CHECK(exact.at("ratio").get<double>() > 0.999);
  CHECK(exact.at("ratio").get<double>() <= 1);
}

TEST_CASE("audit: an adjacency that a method does not cover is a reason, not an end") {
  AuditFlags query = flags({"honest-release"});
  query.adjacency = "add_remove";
  const AuditTable table = audit_table(query, small_catalog());
  CHECK_FALSE(table.refuted);
  CHECK(table.text.find("makes no claim under add_remove: its card covers replace_one") !=
        std::string::npos);
}

TEST_CASE("audit: variants add a row for each other word of a method's parameters") {
  AuditFlags query = flags({"output-perturbation"});
  query.variants = true;
  query.runs = 1000;
  query.format = "json";
  const json rows = json::parse(audit_table(query, small_catalog()).text);
  CHECK(rows.size() == 4);
  CHECK(rows.at(3).at("name") == "output-perturbation noise=exponential-l2");
  CHECK(rows.at(3).at("verdict") == "holds");
}

TEST_CASE("audit: with the runs given, the table is the same for 1, 2 and 3 threads" *
          doctest::test_suite("graph")) {
  const Catalog catalog = small_catalog();
  AuditFlags query = flags({"honest-release"});
  query.runs = 3000;
  const std::string one = audit_table(query, catalog).text;
  for (const int threads : {2, 3}) {
    query.threads = threads;
    CHECK(audit_table(query, catalog).text == one);
  }
  query.seed = 2;
  CHECK(audit_table(query, catalog).text != one);
}

TEST_CASE("audit: a budget decides the runs, and the runs reproduce the row") {
  const Catalog catalog = small_catalog();
  AuditFlags query = flags({"honest-release"});
  query.format = "json";
  query.runs = 0;
  query.budget = "1s";
  const json timed = json::parse(audit_table(query, catalog).text);
  query.runs = timed.at(1).at("runs");
  CHECK(query.runs >= 1000);
  const json again = json::parse(audit_table(query, catalog).text);
  CHECK(again.at(1) == timed.at(1));
}

TEST_CASE("audit: mistakes are named") {
  const Catalog catalog = small_catalog();
  const auto refused = [&](const AuditFlags& query) {
    CHECK_THROWS_AS((void)audit_table(query, catalog), ConfigError);
  };
  refused(flags({}));
  refused(flags({"honest-relase"}));
  AuditFlags query = flags({"honest-release"});
  query.all = true;
  refused(query);
  query = flags({"honest-release"});
  query.delta = 1;
  refused(query);
  query = flags({"honest-release"});
  query.adjacency = "add-one";
  refused(query);
  query = flags({"honest-release"});
  query.runs = 3;
  refused(query);
  query = flags({"honest-release"});
  query.format = "yaml";
  refused(query);
  CHECK(seconds_of("90") == 90);
  CHECK(seconds_of("1.5m") == 90);
  CHECK(seconds_of("1h") == 3600);
  for (const char* wrong : {"", "m", "5 m", "-3s", "1d", "inf"})
    CHECK_THROWS_AS((void)seconds_of(wrong), ConfigError);
}

}  // namespace dpsco
