// The law of a coordinate in a decentralised round with random weights: a uniform number on
// [0, width] plus Laplace noise of density (rate/2) e^{-rate |x|}. Both are independent of the
// data, which only move the law: a record shifts it by s.
#pragma once

namespace dpsco {

/// Positions y are measured from the left end of the uniform part, in the units of the output;
/// rate in their inverse. pre everywhere: rate > 0, width >= 0, both finite. A width below
/// 1e-9/rate counts as 0 (pure Laplace noise).
struct LaplaceUniform {
  double rate = 1, width = 0;

  /// log of the density at y; concave, symmetric about width/2.
  double log_density(double y) const;
  /// P(Y <= y); absolute error about 1e-16, relative where it is small.
  double cdf(double y) const;
  /// Privacy loss log p(y) - log p(y - shift), in nats: non-increasing in y, within
  /// [-rate shift, rate shift], and equal to rate * shift for y <= 0 and to its negative beyond
  /// width + shift. pre: shift >= 0.
  double loss(double y, double shift) const;
};

}  // namespace dpsco
