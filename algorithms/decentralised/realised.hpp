// What a random-weight run happened to cost: a simulation's number, computed from true gradients.
#pragma once

namespace dpsco {

/// Largest |log p(y) - log p(y - s)| over |s| <= shift, p the density of U[0, width] + Laplace of
/// rate `rate` and y the position from the interval's left end: by log-concavity at an end point.
/// At most rate * shift, which it equals outside [-shift, width + shift]. pre: rate > 0,
/// width, shift >= 0.
double realised_loss(double rate, double width, double y, double shift);

}  // namespace dpsco
