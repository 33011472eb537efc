// dpsco audit: empirical lower bounds on epsilon against what methods claim.
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "framework/registry/catalog.hpp"

namespace dpsco {

struct AuditFlags {
  std::vector<std::string> algorithms{};  ///< names
  bool all = false;                       ///< every registered one
  bool variants = false;      ///< also every other word of every word parameter, one at a time
  std::string budget = "5m";  ///< wall time of the whole table: 90, 90s, 5m, 1h
  double epsilon = 1, delta = 1e-5;
  double confidence = 0.999;  ///< of the whole table
  std::string adjacency{};    ///< empty: the first that each method covers
  std::int64_t seed = 1;
  std::int64_t runs = 0;         ///< on each data set; 0: as many as the budget allows
  std::int64_t comparisons = 0;  ///< rows that share the confidence; 0: those of this table
  int threads = 0;               ///< 0: all
  std::string format = "text";   ///< or json
};

struct AuditTable {
  std::string text{};
  bool refuted = false;  ///< a lower bound exceeds its claim
};

/// Adds the command; `flags` must outlive the parsing.
CLI::App* add_audit_command(CLI::App& app, AuditFlags& flags);

/// Audits the methods, the Gaussian mechanism as the yardstick, and, where they are among the
/// methods, exact densities of output and objective perturbation; one row each, also for those that
/// can't be audited, with the reason; `variants` adds a row for each other
/// word of a method's parameters. With `runs` given the rows depend on flags alone, not on
/// threads or speed; else the runs follow the time a fixed pilot took, and the table states them.
/// json: a list of objects. Throws ConfigError on unknown names, formats and values out of range.
AuditTable audit_table(const AuditFlags& flags, const Catalog& catalog);

/// Seconds of "90", "90s", "5m" or "1h". Throws ConfigError on anything else.
double seconds_of(const std::string& duration);

}  // namespace dpsco
