#pragma once

#include "framework/ledger/ledger.hpp"

namespace dpsco {

/// True if both ledgers cost the same whatever the accountant: equal events, or noisy iterations
/// whose arrays are equal to 1e-12 once shifts and noise are in units of the first noise (what is
/// scaled as a whole is as hard to tell apart as before).
bool same_cost(const Ledger& a, const Ledger& b);

}  // namespace dpsco
