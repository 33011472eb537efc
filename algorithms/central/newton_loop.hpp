// Newton's method one step a call, so that a stop is heard between the steps.
#pragma once

#include <vector>

#include "framework/problem/newton.hpp"

namespace dpsco {

/// At most `max_steps` steps from `at` until its slope is at most `tolerance` or `keep_going()` is
/// false. Leaves after a step that did not move w: the next would solve the same system again.
template <class KeepGoing>
void newton_while(SmoothObjective& objective,
                  double ridge,
                  double tolerance,
                  int max_steps,
                  const KeepGoing& keep_going,
                  NewtonPoint& at) {
  std::vector<double> before;
  for (int step = 1; step <= max_steps && at.slope(ridge) > tolerance && keep_going(); ++step) {
    before = at.w;
    newton(objective, ridge, tolerance, step, at);
    if (at.w == before) return;
  }
}

}  // namespace dpsco
