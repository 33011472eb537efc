#include "results/environment/environment.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <dlfcn.h>
#include <filesystem>
#include <fstream>
#include <gnu/libc-version.h>
#include <sched.h>
#include <set>
#include <sstream>
#include <sys/utsname.h>
#include <unistd.h>

#include "framework/core/canonical_json.hpp"
#include "framework/core/hashing.hpp"
#include "results/environment/build_info.hpp"

namespace dpsco {

namespace {

using nlohmann::json;
namespace fs = std::filesystem;

/// First line of a file, or nothing.
std::optional<std::string> line_of(const fs::path& path) {
  std::ifstream in(path);
  std::string line;
  if (!std::getline(in, line)) return {};
  return line;
}

json or_null(const std::optional<std::string>& text) {
  return text ? json(*text) : json(nullptr);
}

/// Value of the first "name : value" line of /proc/cpuinfo.
std::optional<std::string> cpu_field(std::string_view name) {
  std::ifstream in("/proc/cpuinfo");
  for (std::string line; std::getline(in, line);) {
    const std::size_t colon = line.find(':');
    if (line.starts_with(name) && colon != std::string::npos)
      return line.substr(std::min(colon + 2, line.size()));
  }
  return {};
}

/// The instruction sets that the kernels or libm choose between.
json isa_flags() {
  const auto flags = cpu_field("flags");
  if (!flags) return nullptr;
  std::istringstream words(*flags);
  const std::set<std::string> has(std::istream_iterator<std::string>(words), {});
  json found = json::array();
  for (const char* flag :
       {"sse4_1", "sse4_2", "avx", "avx2", "fma", "bmi2", "avx512f", "avx512dq", "avx512vl"})
    if (has.contains(flag)) found.emplace_back(flag);
  return found;
}

/// The smallest quota of this process's cgroup and its parents [CPUs], null if there is none.
json cgroup_quota() {
  const auto membership = line_of("/proc/self/cgroup");  // "0::/path" under cgroup v2
  fs::path group = "/sys/fs/cgroup";
  if (membership && membership->starts_with("0::/")) group /= membership->substr(4);
  json smallest = nullptr;
  for (; group != "/sys/fs" && group.has_relative_path(); group = group.parent_path()) {
    const auto quota = quota_from(line_of(group / "cpu.max").value_or(""));
    if (quota && (smallest.is_null() || *quota < smallest.get<double>())) smallest = *quota;
  }
  return smallest;
}

json cpus_allowed() {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof set, &set) != 0) return nullptr;
  return CPU_COUNT(&set);
}

/// Version of the oneTBB that is loaded, which need not be that of the headers. Asked by name,
/// since only the runner may include oneTBB.
json tbb_runtime() {
  using Version = const char*();
  void* const symbol = dlsym(RTLD_DEFAULT, "TBB_runtime_version");
  if (symbol == nullptr) return nullptr;
  return reinterpret_cast<Version*>(symbol)();  // NOLINT(performance-no-int-to-ptr): POSIX dlsym
}

json machine() {
  utsname system{};
  uname(&system);
  return {{"architecture", system.machine},
          {"cpu", or_null(cpu_field("model name"))},
          {"isa", isa_flags()},
          {"cores", sysconf(_SC_NPROCESSORS_CONF)},
          {"glibc", gnu_get_libc_version()},
          {"tbb_runtime", tbb_runtime()}};
}

json state() {
  utsname system{};
  uname(&system);
  return {{"kernel", system.release},
          {"governor", or_null(line_of("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"))},
          {"cores_online", sysconf(_SC_NPROCESSORS_ONLN)},
          {"cores_allowed", cpus_allowed()},
          {"cgroup_quota", cgroup_quota()},
          {"memory_mib", sysconf(_SC_PHYS_PAGES) / 1024 * sysconf(_SC_PAGESIZE) / 1024}};
}

}  // namespace

std::optional<double> quota_from(std::string_view cpu_max) {
  double max = 0, period = 0;
  const char* const end = cpu_max.data() + cpu_max.size();
  const auto first = std::from_chars(cpu_max.data(), end, max);
  if (first.ec != std::errc{} || first.ptr == end || *first.ptr != ' ') return {};
  const auto second = std::from_chars(first.ptr + 1, end, period);
  if (second.ec != std::errc{} || !(period > 0)) return {};
  return max / period;
}

std::string build_id() {
  const BuildInfo& info = build_info();
  const json facts{{"sources", info.sources},
                   {"compiler", info.compiler},
                   {"build_type", info.build_type},
                   {"flags", info.flags},
                   {"libraries", info.libraries}};
  return sha256_hex(canonical_json(facts)).substr(0, 16);
}

json environment() {
  const BuildInfo& info = build_info();
  return {{"build",
           {{"id", build_id()},
            {"version", info.version},
            {"commit", info.commit.empty() ? json(nullptr) : json(info.commit)},
            {"dirty", info.dirty == "unknown" ? json(nullptr) : json(info.dirty == "yes")},
            {"sources", info.sources},
            {"compiler", info.compiler},
            {"build_type", info.build_type},
            {"flags", info.flags},
            {"libraries", info.libraries}}},
          {"machine", machine()},
          {"state", state()}};
}

std::string environment_key(const json& environment) {
  return sha256_hex(canonical_json(
      {{"build", environment.at("build").at("id")}, {"machine", environment.at("machine")}}));
}

}  // namespace dpsco
