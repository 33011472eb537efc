// dpsco account and dpsco calibrate: a ledger's price without a run.
#pragma once

#include <string>
#include <vector>

#include "framework/registry/catalog.hpp"

namespace dpsco {

struct AccountQuery {
  double delta = 0;                        ///< in (0, 1)
  double epsilon = -1;                     ///< >= 0: also delta at this epsilon
  std::vector<std::string> accountants{};  ///< names; empty or "all" means every one
  std::string format = "text";             ///< or json
};

/// query.accountants, or all of the catalog.
std::vector<std::string> accountant_names(const AccountQuery& query, const Catalog& catalog);
/// Throws ConfigError unless text or json, naming the nearest.
void require_account_format(const std::string& format);

/// Prices the ledger (JSON text of the file `source`, docs/ledger.md) by each accountant. json:
/// {"delta", "adjacency", "accountants": {NAME: {"status": "ok" | "unsupported", "epsilon",
/// "epsilon_lower", "bound", "note", "delta_at_epsilon"?, "reason"?}}}; an infinite epsilon is the
/// string "inf". Throws ConfigError on a bad ledger, name or delta.
std::string account_text(const std::string& text,
                         const std::string& source,
                         const AccountQuery& query,
                         const Catalog& catalog);

struct CalibrateQuery {
  double epsilon = 0, delta = 0;
  std::string parameter = "noise_multiplier", accountant = "auto", format = "text";
};

struct CalibrateAnswer {
  std::string text{};
  bool feasible = true;
};
/// The parameter's best value for the target, under one accountant. json:
/// {"status": "ok" | "infeasible", PARAMETER, "epsilon", "accountant", "reason"?}.
CalibrateAnswer calibrate_text(const std::string& text,
                               const std::string& source,
                               const CalibrateQuery& query,
                               const Catalog& catalog);

}  // namespace dpsco
