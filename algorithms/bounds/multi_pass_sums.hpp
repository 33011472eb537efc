#pragma once

#include "framework/contracts.hpp"

namespace dpsco {

/// What the multi-pass bounds need of the planned steps
/// eta_t = step (8 t log(2.5 t^2 / (n delta)))^(-1/2), t = 1..T: sums of them.
struct MultiPass {
  /// Reads T, beta0 and eta_1 of the schedule. pre: a plan of multi-pass-dp-sgd.
  explicit MultiPass(const BoundQuery& query);

  double T = 0, beta0 = 0;
  double last_step = 0;  ///< eta_T
  double steps = 0;      ///< sum eta_t
  double squares = 0;    ///< sum eta_t^2
  double weighted = 0;   ///< sum eta_t (t - 1)
};

}  // namespace dpsco
