// Fixed kernels that `dpsco track` counts and times (docs/tracking.md).
#include "suites/cli/guard.hpp"
#include "suites/kernels/tracked_kernels.hpp"

int main(int argc, char** argv) {
  return dpsco::guarded([&] {
    return dpsco::kernel_program(argc, argv, dpsco::tracked_kernels(), dpsco::tracked_context());
  });
}
