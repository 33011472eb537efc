// main of suites/kernels, which links every *_bench.cpp of the tree. The context says how we were
// built, because Debian's Google Benchmark 1.7.1 reports "DEBUG" for itself whatever we are.
#include <string>

#include <benchmark/benchmark.h>
#include <hwy/targets.h>

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
#ifdef NDEBUG
  const std::string assertions = "off";
#else
  const std::string assertions = "on";
#endif
  const std::int64_t targets = hwy::SupportedTargets() & HWY_TARGETS;
  benchmark::AddCustomContext("dpsco_build_type", DPSCO_BUILD_TYPE);
  benchmark::AddCustomContext("dpsco_assertions", assertions);
  benchmark::AddCustomContext("dpsco_compiler", __VERSION__);
  benchmark::AddCustomContext("dpsco_flags", DPSCO_CXX_FLAGS);
  benchmark::AddCustomContext("dpsco_instruction_set", hwy::TargetName(targets & -targets));
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
