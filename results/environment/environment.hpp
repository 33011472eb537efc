#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace dpsco {

/// The environment record of the journal (docs/results.md, "env"), without "kind": `build`, and of
/// the machine what survives a reboot (`machine`) and what may not (`state`). It names no host and
/// no path. What can't be found out is null, never a guess.
nlohmann::json environment();

/// SHA-256 over build id and `machine` of environment(): timings may be compared only within one
/// key. `state` stays out: a frequency or a kernel update must not split a history.
std::string environment_key(const nlohmann::json& environment);

/// CPUs allowed by "MAX PERIOD" of a cgroup's cpu.max; empty for "max" and for what is no quota.
std::optional<double> quota_from(std::string_view cpu_max);

}  // namespace dpsco
