#include "suites/kernels/kernel_program.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <limits>
#include <string_view>

/// The region that Callgrind counts: --toggle-collect finds it by this name.
extern "C" [[gnu::noinline]] void dpsco_measured_call(const std::function<void()>& call) {
  call();
  asm volatile("" ::: "memory");  // no tail call: the region would end before the call does
}

namespace dpsco {

namespace {

/// CPU time of this thread [s].
double cpu_now() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return double(time.tv_sec) + 1e-9 * double(time.tv_nsec);
}

double batch_seconds(const std::function<void()>& call, long calls) {
  const double start = cpu_now();
  for (long i = 0; i < calls; ++i) call();
  return cpu_now() - start;
}

double seconds_of_call(const std::function<void()>& call, double seconds) {
  const double start = cpu_now();
  long calls = 1;
  while (batch_seconds(call, calls) < 1e-3 && calls < 1L << 30) calls *= 2;
  double least = std::numeric_limits<double>::infinity();
  do {
    least = std::min(least, batch_seconds(call, calls) / double(calls));
  } while (cpu_now() - start < seconds);
  return least;
}

int usage(const char* program) {
  std::fprintf(
      stderr, "usage: %s --list | --context | --count KERNEL | --time KERNEL SECONDS\n", program);
  return 2;
}

}  // namespace

int kernel_program(int argc,
                   char** argv,
                   const std::vector<TrackedKernel>& kernels,
                   const std::string& context) {
  const std::string_view command = argc > 1 ? argv[1] : "";
  if (command == "--list" && argc == 2) {
    for (const TrackedKernel& kernel : kernels) std::printf("%s\n", kernel.name.c_str());
    return 0;
  }
  if (command == "--context" && argc == 2) {
    std::printf("%s\n", context.c_str());
    return 0;
  }
  const bool count = command == "--count" && argc == 3;
  if (!count && !(command == "--time" && argc == 4)) return usage(argv[0]);
  const auto kernel = std::find_if(
      kernels.begin(), kernels.end(), [&](const auto& known) { return known.name == argv[2]; });
  if (kernel == kernels.end()) {
    std::fprintf(stderr, "no kernel is called '%s': --list names them\n", argv[2]);
    return 2;
  }
  const std::function<void()> call = kernel->prepare();
  call();  // caches, lazy symbols, first allocations
  if (count) {
    dpsco_measured_call(call);
    return 0;
  }
  char* end = nullptr;
  const double seconds = std::strtod(argv[3], &end);
  if (end == argv[3] || *end != '\0' || !(seconds > 0)) return usage(argv[0]);
  std::printf("%.17g\n", seconds_of_call(call, seconds));
  return 0;
}

}  // namespace dpsco
