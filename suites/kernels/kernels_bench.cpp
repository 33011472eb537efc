// main of suites/kernels, which links every *_bench.cpp of the tree. Its context says how we were
// built, because Debian's Google Benchmark 1.7.1 reports "DEBUG" for itself whatever we are.
#include <cstdint>
#include <iostream>
#include <string>
#include <string_view>

#include <benchmark/benchmark.h>
#include <hwy/highway.h>

namespace {

/// The best instruction set in use, by Highway's name.
std::string best() {
  const std::int64_t targets = hwy::SupportedTargets() & HWY_TARGETS;
  return hwy::TargetName(targets & -targets);
}

/// Leaves only the instruction set of that name; false, and the names on stderr, if there is none.
bool use_only(std::string_view wanted) {
  std::string names;
  for (std::int64_t rest = hwy::SupportedTargets() & HWY_TARGETS; rest != 0; rest &= rest - 1) {
    const std::int64_t target = rest & -rest;
    names += std::string(" ") + hwy::TargetName(target);
    if (wanted == hwy::TargetName(target)) {
      hwy::SetSupportedTargetsForTest(target);
      return true;
    }
  }
  std::cerr << "--instruction_set=" << wanted << ": this machine has" << names << "\n";
  return false;
}

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  constexpr std::string_view flag = "--instruction_set=";
  if (argc > 1 && std::string_view(argv[1]).starts_with(flag)) {
    if (!use_only(std::string_view(argv[1]).substr(flag.size()))) return 2;
    argv[1] = argv[0];
    ++argv;
    --argc;
  }
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
#ifdef NDEBUG
  const std::string assertions = "off";
#else
  const std::string assertions = "on";
#endif
  benchmark::AddCustomContext("dpsco_build_type", DPSCO_BUILD_TYPE);
  benchmark::AddCustomContext("dpsco_assertions", assertions);
  benchmark::AddCustomContext("dpsco_compiler", __VERSION__);
  benchmark::AddCustomContext("dpsco_flags", DPSCO_CXX_FLAGS);
  benchmark::AddCustomContext("dpsco_instruction_set", best());
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
