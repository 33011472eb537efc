// Dominating pairs of sampled Gaussian mechanisms, as weighted points for the contour engine.
//
// With x = ratio * u, u ~ N(0, 1), ratio = sigma / sensitivity, and
//   r(x) = 1 - q + q exp((2x - 1) / (2 ratio^2)),  the density of (1-q) N(0) + q N(1) against N(0),
// the moment generating functions M(z) = E_P[exp(z L)] of the privacy losses L = log dP/dQ are
//   poisson_remove       P the mixture, Q = N(0):  M = int phi r^(1+z)
//   poisson_add          P = N(0), Q the mixture:  M = int phi r^(-z)
//   poisson_replace      mixtures with N(1) and N(-1):  M = int phi(x) r(x)^(1+z) r(-x)^(-z)
//   without_replacement  M = int_{x > 1/2} phi [r^(1+z) + r^(-z)] + an atom at 0,
// the last being the symmetric pair whose profile is the larger of H_a(mixture || N(0)), a >= 1,
// and H_a(N(1) || (1-q) N(1) + q N(0)), a < 1 (Balle, Barthe, Gaboardi 2018; Zhu, Dong,
// Wang 2022). Every one has M(0) = M(-1) = 1, and is stored centred,
//   M(z) - 1 = sum over branches, points of  w [exp(zeta l) - 1 - zeta l]  +  constant + slope z,
// zeta = sign z + offset, whose terms are all of second order in q: nothing cancels.
#pragma once

#include <cstddef>
#include <vector>

namespace dpsco {

enum class SampledPair { poisson_remove, poisson_add, poisson_replace, without_replacement };

/// `count` uses of a sampled Gaussian mechanism. 0 < rate < 1, ratio > 0. A count may be fractional
/// or negative as an interpolation weight.
struct SampledStep {
  SampledPair pair = SampledPair::poisson_remove;
  double rate = 0;
  double ratio = 1;
  double count = 1;
};

/// Where M will be asked for: 0 <= Re z <= c, |Im z| <= y, to exp(-precision) relative to M(Re z).
struct Reach {
  double c = 8;
  double y = 8;
  double precision = 45;
  double widest = 0.6;  ///< largest distance of neighbouring points, in units of u
};

struct Branch {
  double sign = 1;
  double offset = 0;
};

/// Points in increasing order of loss. All arrays have one entry a point.
struct LossPoints {
  std::vector<double> loss{};        ///< l
  std::vector<double> weight{};      ///< w
  std::vector<double> log_weight{};  ///< log w
  std::vector<double> width{};       ///< of the quadrature, in units of u
  std::vector<double> slope{};       ///< dl / du
  std::vector<double> condition{};   ///< |l| plus what the rounding of its argument adds
  std::vector<double> noise{};       ///< relative rounding error of w and a sum, in units of 2^-53
  std::vector<Branch> branches{};
  double constant = 0, slope_z = 0;  ///< of the centred form
  double largest_gap = 0;            ///< between neighbouring points, in units of u
  bool overflowed = false;           ///< more points needed than allowed: unusable
  std::size_t size() const { return loss.size(); }
};

/// exp(x) - 1 - x without cancellation.
double exp_minus_linear(double x);

LossPoints loss_points(const SampledStep& step, const Reach& reach);

}  // namespace dpsco
