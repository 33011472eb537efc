// The longest step that an l2 term bears.
#pragma once

#include <algorithm>

namespace dpsco {

/// min(eta, 1/lambda), or eta if lambda = 0. A step multiplies w by 1 - eta lambda: beyond 1/lambda
/// the shrinkage overshoots 0, beyond 2/lambda it grows without bound, whatever the data say. At
/// 1/lambda the step is -g/lambda, of norm G/lambda at most.
inline double without_overshoot(double eta, double lambda) {
  return lambda > 0 ? std::min(eta, 1 / lambda) : eta;
}

}  // namespace dpsco
