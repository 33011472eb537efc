#pragma once

#include "framework/runner/services.hpp"

namespace dpsco {

/// What runs need and the runner may not know: the solver for the reference optimum and calibration
/// by root finding.
Services standard_services();

}  // namespace dpsco
