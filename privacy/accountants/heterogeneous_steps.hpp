// The steps of a `heterogeneous` event, one at a time.
#pragma once

#include "framework/core/outcome.hpp"
#include "framework/ledger/ledger.hpp"

namespace dpsco {

/// The only inner event of a nested mechanism. Throws ConfigError naming `owner` unless `inner`
/// holds exactly one.
const Event& only(const std::vector<Event>& inner, std::string_view owner);

/// `step` with its noise multiplier (the innermost one, below any sampling) replaced; a Skip if
/// nothing in it has one.
Outcome<Event> with_noise_multiplier(Event step, double noise_multiplier);

}  // namespace dpsco
