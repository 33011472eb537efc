// Reads the JSON of Google Benchmark 1.7.1 with its faults: bare NaN and Infinity, which JSON does
// not have; no end after an abort; "library_build_type": "debug" whatever was built, which is
// passed over (how we were built stands in the context as dpsco_*).
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace dpsco {

struct KernelTime {
  std::string name{};        ///< without the suffix of an aggregate
  double real = 0, cpu = 0;  ///< [s] of one iteration: the median over repetitions
  std::int64_t repetitions = 1;
};

struct BenchmarkFile {
  std::map<std::string, std::string> context{};  ///< its texts; dpsco_* are ours
  std::vector<KernelTime> kernels{};             ///< in the order of the file
  std::map<std::string, std::string> errors{};   ///< by kernel: why it has no time
  bool complete = true;  ///< false: the program died before it closed the file
};

/// Throws ConfigError if this is no file of Google Benchmark. A last entry that is cut off is
/// passed over.
BenchmarkFile parse_benchmarks(std::string_view text);
/// The same of a file; throws ConfigError, with its name, also if it can't be read.
BenchmarkFile read_benchmarks(const std::filesystem::path& path);

}  // namespace dpsco
