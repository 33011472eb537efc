#include "framework/runner/threads.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sched.h>
#include <string_view>

namespace dpsco {

namespace {

void keep_smaller(std::optional<double>& least, double quota, double period) {
  if (quota > 0 && period > 0) least = std::min(least.value_or(quota / period), quota / period);
}

void read_v2(const std::string& folder, std::optional<double>& least) {
  std::ifstream file(folder + "/cpu.max");  // "max 100000" or "150000 100000"
  double quota = 0, period = 0;
  if (file >> quota >> period) keep_smaller(least, quota, period);
}

void read_v1(const std::string& folder, std::optional<double>& least) {
  double quota = 0, period = 0;  // -1: unlimited
  if (std::ifstream(folder + "/cpu.cfs_quota_us") >> quota &&
      std::ifstream(folder + "/cpu.cfs_period_us") >> period)
    keep_smaller(least, quota, period);
}

/// Of a comma-separated list; "cpuacct" and "cpuset" are other controllers.
bool names_cpu(std::string_view controllers) {
  while (!controllers.empty()) {
    const std::size_t end = std::min(controllers.find(','), controllers.size());
    if (controllers.substr(0, end) == "cpu") return true;
    controllers.remove_prefix(std::min(end + 1, controllers.size()));
  }
  return false;
}

}  // namespace

std::optional<double> cgroup_cpus(const std::string& root) {
  std::optional<double> least;
  std::ifstream groups(root + "/proc/self/cgroup");  // "0::/a/b" (v2), "4:cpu,cpuacct:/a/b" (v1)
  for (std::string line; std::getline(groups, line);) {
    const std::size_t first = line.find(':'), second = line.find(':', first + 1);
    if (first == std::string::npos || second == std::string::npos) continue;
    const std::string_view controllers(line.data() + first + 1, second - first - 1);
    const bool v2 = controllers.empty();
    if (!v2 && !names_cpu(controllers)) continue;
    const std::string base = root + (v2 ? "/sys/fs/cgroup" : "/sys/fs/cgroup/cpu");
    for (std::string group = line.substr(second + 1);;) {
      v2 ? read_v2(base + group, least) : read_v1(base + group, least);
      const std::size_t slash = group.rfind('/');
      if (slash == std::string::npos) break;
      group.resize(slash);
    }
  }
  return least;
}

int thread_count(int requested) {
  int threads = requested;
  if (threads <= 0) {
    cpu_set_t mask;
    threads = ::sched_getaffinity(0, sizeof mask, &mask) == 0 ? CPU_COUNT(&mask) : 1;
  }
  if (const auto quota = cgroup_cpus()) threads = int(std::min(double(threads), std::ceil(*quota)));
  return std::max(threads, 1);
}

}  // namespace dpsco
