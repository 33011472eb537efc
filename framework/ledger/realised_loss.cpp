#include "framework/ledger/realised_loss.hpp"

#include <algorithm>
#include <cmath>

namespace dpsco {

RealisedLoss::RealisedLoss(const LaplaceUniform& noise, double y, double shift)
    // The density is symmetric about width/2, so the shift by -s at y is the shift by s mirrored.
    : nats_(
          std::max(std::abs(noise.loss(y, shift)), std::abs(noise.loss(noise.width - y, shift)))) {}

}  // namespace dpsco
