#pragma once

#include <string>
#include <vector>

#include "suites/kernels/kernel_program.hpp"

namespace dpsco {

/// The kernels of the committed baseline: sampler, steps, gradients, accountants, a whole run.
/// Renaming one or changing its size makes another kernel of it.
std::vector<TrackedKernel> tracked_kernels();

/// Compiler, flags, libraries, instruction set: what instruction counts depend on besides the
/// sources. JSON object of texts.
std::string tracked_context();

}  // namespace dpsco
