#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "framework/grid/cell.hpp"
#include "framework/registry/catalog.hpp"
#include "results/journal/journal_reader.hpp"

namespace dpsco {

/// What `--rerun` and `--no-resume` ask to run again although the journal has it.
struct Rerun {
  bool all = false;
  bool failed = false;   ///< status failed
  bool timeout = false;  ///< status timeout
  bool stale = false;    ///< written by another build
};

/// Reads "failed,stale". `failed` means failed and timeout; `timeout` alone is a choice too; empty
/// means nothing. Throws ConfigError naming the nearest word.
Rerun rerun_named(std::string_view words);

/// What is left of a plan.
struct Remainder {
  std::vector<Cell> cells{};     ///< to be run, in plan order
  std::size_t bounds_again = 0;  ///< of these: finished, but for a bound
};

/// The cells of `plan` without those that the journal has finished. Not finished are cancelled
/// runs, what `rerun` asks for (`build` is this program's build_id()), and runs that measured
/// something (ok, diverged) but have no answer, at the present version of its card, of a bound that
/// their cell names or that they were given earlier.
///
/// The newest run of a key replaces the others, and a key says nothing of bounds and accountants.
/// So a cell that is run again gets those of its earlier run as well, if `catalog` still has them:
/// else two grids in one folder would take each other's numbers away.
Remainder remainder(std::span<const Cell> plan,
                    const Journal& journal,
                    const Rerun& rerun,
                    std::string_view build,
                    const Catalog& catalog);

}  // namespace dpsco
