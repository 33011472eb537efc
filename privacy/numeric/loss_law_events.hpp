// From a ledger to loss laws: which dominating pairs price it from above, and which pairs its
// mechanisms attain on real data sets.
#pragma once

#include <string>
#include <vector>

#include "framework/core/outcome.hpp"
#include "framework/ledger/ledger.hpp"
#include "privacy/numeric/pld_plan.hpp"

namespace dpsco {

/// Each list is one direction (remove or add; one data set or another) composed by itself. The
/// price is at most the largest of `upper` and at least the largest of `lower`.
struct LedgerLaws {
  std::vector<std::vector<RepeatedLaw>> upper{}, lower{};  ///< lower may be empty: none is known
  bool same = false;                                       ///< upper and lower are the same lists
  bool infinite = false;  ///< something is released without protection
  std::string note{};
};

/// A Skip names the event that has no pair here. `bins` (>= 1) limits the different noise ratios of
/// a heterogeneous event: more are rounded, down for the upper and up for the lower lists.
Outcome<LedgerLaws> ledger_laws(const Ledger& ledger, std::int64_t bins);

}  // namespace dpsco
