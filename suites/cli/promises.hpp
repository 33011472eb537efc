#pragma once

#include <span>
#include <string>

#include "framework/registry/catalog.hpp"
#include "results/journal/stored_run.hpp"

namespace dpsco {

/// A line for every cell whose measured risk is above a bound that claims to hold (constants
/// published or derived); empty if there is none.
std::string broken_promises_text(std::span<const StoredRun> runs, const Catalog& catalog);

}  // namespace dpsco
