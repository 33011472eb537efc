// The table of an audit: which rows, and how they read.
#pragma once

#include <string>

#include "framework/registry/catalog.hpp"
#include "suites/audit/audit_flags.hpp"

namespace dpsco {

struct AuditTable {
  std::string text{};
  bool refuted = false;  ///< a lower bound exceeds its claim
};

/// Audits the methods, the Gaussian mechanism as the yardstick, and, where they are among the
/// methods, exact densities of output and objective perturbation; one row each, also for those that
/// can't be audited, with the reason; `variants` adds a row for each other
/// word of a method's parameters. With `runs` given the rows depend on flags alone, not on
/// threads or speed; else the runs follow the time a fixed pilot took, and the table states them.
/// json: a list of objects. Throws ConfigError on unknown names, formats and values out of range.
AuditTable audit_table(const AuditFlags& flags, const Catalog& catalog);

}  // namespace dpsco
