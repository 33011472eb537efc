// Noise on a whole vector, in the laws that perturbation methods draw from.
#pragma once

#include <span>

#include "framework/core/random.hpp"

namespace dpsco {

struct VectorNoise {
  enum class Law {
    none,
    gaussian,        ///< N(0, scale^2 I)
    exponential_l2,  ///< density proportional to exp(-||b||_2 / scale)
  };
  Law law = Law::none;
  double scale = 0;  ///< >= 0

  /// to [d] <- to + one draw. The radius of exponential_l2 is Gamma(d, scale), a sum of d
  /// exponentials; its direction is uniform. O(d), allocates [d] for exponential_l2 only.
  void add(Stream& stream, std::span<double> to) const;
  /// A bound on the Euclidean norm of a draw in d dimensions that fails with probability at most
  /// e^-40: scale (sqrt d + sqrt 80) by Gaussian concentration, or scale (d + sqrt(80 d) + 40), the
  /// tail of Gamma(d). 0 without noise.
  double likely_norm(double d) const;
};

}  // namespace dpsco
