// The half of a run that needs no data: does the method fit, what will it do, what does it cost.
#pragma once

#include <memory>

#include "framework/record.hpp"
#include "framework/runner/toolbox.hpp"

namespace dpsco {

/// Plans the cell and prices its ledger, filling the record's cell, n, d, radius mark, schedule,
/// ledger and accounts. Returns the plan, or null with the record's status `skipped` or
/// `infeasible` and the reason; the status of a plan that may run is `ok`. Plug-ins' exceptions and
/// ConfigErrors pass through.
std::shared_ptr<const Plan> assess(const Cell& cell,
                                   const Facts& facts,
                                   const Toolbox& tools,
                                   Record& record);

}  // namespace dpsco
