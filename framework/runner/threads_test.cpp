#include "framework/runner/threads.hpp"

#include <filesystem>
#include <fstream>

#include <doctest/doctest.h>

namespace dpsco {

namespace {

/// A file tree that looks like /proc and /sys to cgroup_cpus.
struct Root {
  std::string path = std::string(DPSCO_BINARY_DIR) + "/threads_test_root";
  Root() { std::filesystem::remove_all(path); }
  Root(const Root&) = delete;
  Root& operator=(const Root&) = delete;
  Root(Root&&) = delete;
  Root& operator=(Root&&) = delete;
  ~Root() { std::filesystem::remove_all(path); }
  void write(const std::string& file, const std::string& text) const {
    const std::filesystem::path full(path + file);
    std::filesystem::create_directories(full.parent_path());
    std::ofstream(full) << text;
  }
};

}  // namespace

TEST_CASE("threads: the smallest quota on the way to the root counts (cgroup v2)") {
  const Root root;
  CHECK_FALSE(cgroup_cpus(root.path));
  root.write("/proc/self/cgroup", "0::/user/job\n");
  CHECK_FALSE(cgroup_cpus(root.path));
  root.write("/sys/fs/cgroup/user/job/cpu.max", "max 100000\n");
  CHECK_FALSE(cgroup_cpus(root.path));
  root.write("/sys/fs/cgroup/user/cpu.max", "150000 100000\n");
  CHECK(cgroup_cpus(root.path) == 1.5);
  root.write("/sys/fs/cgroup/user/job/cpu.max", "50000 100000\n");
  CHECK(cgroup_cpus(root.path) == 0.5);
}

TEST_CASE("threads: in a container the group is the root") {
  const Root root;
  root.write("/proc/self/cgroup", "0::/\n");
  root.write("/sys/fs/cgroup/cpu.max", "300000 100000\n");
  CHECK(cgroup_cpus(root.path) == 3);
}

TEST_CASE("threads: quotas of cgroup v1, whose -1 means none") {
  const Root root;
  root.write("/proc/self/cgroup", "5:cpuset:/a\n4:cpu,cpuacct:/job\n0::/\n");
  root.write("/sys/fs/cgroup/cpu/job/cpu.cfs_quota_us", "-1\n");
  root.write("/sys/fs/cgroup/cpu/job/cpu.cfs_period_us", "100000\n");
  CHECK_FALSE(cgroup_cpus(root.path));
  root.write("/sys/fs/cgroup/cpu/job/cpu.cfs_quota_us", "200000\n");
  CHECK(cgroup_cpus(root.path) == 2);
}

TEST_CASE("threads: at least one, and the default is no more than was asked for explicitly") {
  CHECK(thread_count(1) == 1);
  CHECK(thread_count(0) >= 1);
  CHECK(thread_count(1000) >= thread_count(0));
}

}  // namespace dpsco
