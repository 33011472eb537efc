#pragma once

#include <optional>
#include <string>

namespace dpsco {

/// CPUs that the control group may use on average: the smallest quota from the process's group up
/// to the root (cgroup v2 cpu.max, v1 cpu.cfs_quota_us); nothing if unlimited. `root` replaces "/"
/// in tests.
std::optional<double> cgroup_cpus(const std::string& root = "/");

/// min(requested, or the affinity mask's size for 0; the quota rounded up), at least 1. oneTBB
/// 2021.8 honours the mask but not the quota, and is 5 to 10 times slower for it.
int thread_count(int requested);

}  // namespace dpsco
