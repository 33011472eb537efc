// dpsco audit: empirical lower bounds on epsilon against what methods claim.
#pragma once

#include <CLI/CLI.hpp>

#include "suites/audit/audit_table.hpp"

namespace dpsco {

/// Adds the command; `flags` must outlive the parsing.
CLI::App* add_audit_command(CLI::App& app, AuditFlags& flags);

}  // namespace dpsco
