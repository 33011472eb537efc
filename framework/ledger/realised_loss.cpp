#include "framework/ledger/realised_loss.hpp"

#include <algorithm>
#include <cmath>

#include "framework/core/check.hpp"

namespace dpsco {

RealisedLoss::RealisedLoss(const LaplaceUniform& noise, double y, double shift)
    // The density is symmetric about width/2, so the shift by -s at y is the shift by s mirrored.
    : nats_(
          std::max(std::abs(noise.loss(y, shift)), std::abs(noise.loss(noise.width - y, shift)))) {}

double RealisedLoss::average_reduction(double worst_case_nats) const {
  require(worst_case_nats > 0 && std::isfinite(worst_case_nats),
          "the worst case {} must be positive and finite: it is sum of shift * rate",
          worst_case_nats);
  return 1 - nats_ / worst_case_nats;
}

}  // namespace dpsco
