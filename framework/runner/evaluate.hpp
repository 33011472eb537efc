// One cell to one record. Pure: no oneTBB, no files, no state, so any number of threads may do it.
#pragma once

#include "framework/record.hpp"
#include "framework/runner/prepare.hpp"
#include "framework/runner/stop.hpp"
#include "framework/runner/toolbox.hpp"

namespace dpsco {

/// How one run is limited and timed.
struct RunLimits {
  double timeout = 0;      ///< [s] of wall time for Plan::run; 0: none
  bool isolated = false;   ///< the caller keeps everyone else away; only labels the timing
  int threads = 1;         ///< that one run may use inside
  std::int64_t looks = 0;  ///< points of the trajectory to keep; 0: none
};

/// Plans, prices, runs and measures `cell`. Never throws: a misfit, an unaffordable ledger, a
/// divergence, a deadline and anything that a plug-in throws become the record's status and
/// reason. `stop` is asked by the run's context.
Record evaluate(const Cell& cell,
                const PreparedProblem& prepared,
                const Toolbox& tools,
                const RunLimits& limits,
                const StopControl& stop) noexcept;
/// The same for callers without a toolbox.
Record evaluate(const Cell& cell,
                const PreparedProblem& prepared,
                const Catalog& catalog,
                const Services& services,
                const StopControl& stop);

/// The record of a cell that could not be evaluated at all.
Record failed_record(const Cell& cell, std::string reason);

}  // namespace dpsco
