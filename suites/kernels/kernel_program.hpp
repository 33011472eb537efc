// A program of fixed kernels that `dpsco track` counts and times:
//   --list                  names, one a line
//   --context               JSON object of texts: what the counts depend on
//   --count KERNEL          prepares, warms up, then makes one call inside dpsco_measured_call
//   --time KERNEL SECONDS   prints CPU seconds of one call: the least disturbed of batches of about
//   a
//                           millisecond, for SECONDS of CPU time
// It needs the standard library alone, so that a test can link it with a kernel of its own.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace dpsco {

struct TrackedKernel {
  std::string name{};
  /// Prepares the input and returns the call that is measured, about a millisecond or less. It must
  /// do the same every time: no clock, no address, no state that grows.
  std::function<std::function<void()>()> prepare{};
};

/// The program's main. `context` is printed as it is. Returns the exit code, 2 for a wrong command
/// line, with a sentence on stderr.
int kernel_program(int argc,
                   char** argv,
                   const std::vector<TrackedKernel>& kernels,
                   const std::string& context);

}  // namespace dpsco
