#pragma once

#include "framework/core/random.hpp"

namespace dpsco {

/// One draw of Gamma(shape, scale 1), by squeeze and rejection: G. Marsaglia, W. Tsang, A Simple
/// Method for Generating Gamma Variables, 2000 [marsaglia2000]; below shape 1 by U^{1/shape} times
/// a draw of shape + 1. Uses about one normal and one uniform. pre: shape > 0.
double gamma_draw(Stream& stream, double shape);

}  // namespace dpsco
