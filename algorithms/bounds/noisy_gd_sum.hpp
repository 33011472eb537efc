// What the bounds of noisy full-batch GD by dimension and by rank share: the sum with r in place of
// d.
#pragma once

#include "framework/contracts.hpp"

namespace dpsco {

/// R^2/(2 eta (T + 1)) + (eta/2) G^2 + (eta/2) r s^2 + G^2 eta T/n for the plan, or its limit
/// R^2/(2S) + S (G^2/n + r (m G/(n mu))^2/2) at the best S without one, m G/n what one record moves
/// the gradient by (m = 2 under replace_one, else 1). Skip: a plan that does not
/// satisfy what the terms need: the average is released, eta <= 2/L (gradient steps don't expand,
/// or the stability term is false), and the point compared with lies in the ball projected on. pre:
/// the plan, if any, is of noisy-gd.
Outcome<Promise> noisy_gd_sum(const BoundQuery& query, double r);

}  // namespace dpsco
