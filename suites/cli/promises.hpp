#pragma once

#include <span>
#include <string>

#include "framework/registry/catalog.hpp"
#include "results/journal/stored_run.hpp"

namespace dpsco {

struct PromiseLines {
  std::string broken{};      ///< empty if no promise is
  std::string not_judged{};  ///< no error, but not to be silent about; empty if all are judged
};

/// Of the bounds that claim to hold (constants published or derived): a line for every cell whose
/// measured risk is above one or not finite, and a line for every reason why cells can't be judged.
PromiseLines promise_lines(std::span<const StoredRun> runs, const Catalog& catalog);

}  // namespace dpsco
