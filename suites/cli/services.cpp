#include "suites/cli/services.hpp"

#include "framework/problem/optimum.hpp"
#include "privacy/calibration/root_calibrator.hpp"

namespace dpsco {

Services standard_services() {
  return {.find_optimum = [](const Problem& problem) { return find_optimum(problem); },
          .make_calibrator =
              [](const Accountant& accountant) {
                return std::make_unique<RootCalibrator>(accountant);
              }};
}

}  // namespace dpsco
