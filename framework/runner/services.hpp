#pragma once

#include <functional>
#include <memory>

#include "framework/contracts.hpp"

namespace dpsco {

/// What the runner needs and may not know: suites wire them, since solver and calibration live
/// elsewhere. Both are called from many threads at once.
struct Services {
  /// Reference minimiser of the training objective. A Skip says why there is none.
  std::function<Outcome<Optimum>(const Problem&)> find_optimum{};
  /// A calibrator that trusts the accountant, which outlives it.
  std::function<std::unique_ptr<Calibrator>(const Accountant&)> make_calibrator{};
};

}  // namespace dpsco
