#pragma once

#include <functional>

namespace dpsco {

/// Runs a command and turns what it throws into a sentence on stderr and an exit code: 2 for a
/// mistake of the caller (ConfigError), 1 for anything else, an output that can't be written
/// included. Exit codes: 0 ok, 1 some runs failed, 2 usage, 3 regression (dpsco track), 130
/// interrupted.
int guarded(const std::function<int()>& command);

}  // namespace dpsco
