// One row of an audit: games between neighbours, exact densities, and the Gaussian mechanism as the
// yardstick, all under the flags of one table.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "framework/registry/catalog.hpp"
#include "privacy/audit/audit.hpp"
#include "privacy/audit/yardsticks.hpp"
#include "suites/audit/audit_flags.hpp"
#include "suites/audit/shares.hpp"

namespace dpsco {

struct AuditRow {
  std::string name{}, kind{};  ///< game | density | yardstick
  std::string not_audited{};   ///< the reason, else empty
  std::string accountant{}, adjacency{}, setting{};
  double claim = 0, lower = 0;
  std::int64_t runs = 0;  ///< on each data set; 0: exact

  bool refuted() const { return not_audited.empty() && lower > claim; }
};

/// A registered method with at most one parameter changed.
struct Audited {
  std::string name{};
  Parameters variant{};

  /// The name, and "parameter=value" if one is changed.
  std::string label() const;
};

/// A perturbed minimiser whose exact density is known: method, kind, and the name of its noise's
/// scale in the plan.
struct DensityCase {
  const char* name = "";
  PerturbedRelease::Kind kind = PerturbedRelease::Kind::output;
  const char* scale = "";
};

class Auditor {
 public:
  /// `threads` as thread_count() gives it; `rows` share the confidence and the time. Both
  /// references must outlive the auditor. Throws ConfigError on a budget that is no duration.
  Auditor(const AuditFlags& flags, const Catalog& catalog, int threads, std::size_t rows);

  /// Gaussian noise for exactly the target.
  AuditRow yardstick();
  /// Runs of the method on neighbours, told apart. Throws ConfigError on an unknown name.
  AuditRow game(const Audited& audited);
  /// The largest ratio of two densities, exactly, for noise as planned.
  AuditRow density(const DensityCase& release);

 private:
  Outcome<PreparedAudit> prepared(const Audited& audited) const;
  AuditSetting setting() const;

  const AuditFlags& flags_;
  const Catalog& catalog_;
  int threads_;
  std::vector<std::unique_ptr<const Accountant>> owned_{};
  std::vector<NamedAccountant> accountants_;
  AuditTerms terms_;
  Shares shares_;
};

}  // namespace dpsco
