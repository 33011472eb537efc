// Renyi divergence of a subsampled Gaussian under replace_one by expansion in the sampling rate.
//
// With mu_0 the output law without the record, mu_1 and mu_1' with either version of it,
// P - Q = q (mu_1 - mu_1') and Q = (1 - q) mu_0 + q mu_1'. For a whole order a,
//   E_Q[(P/Q)^a] = 1 + sum_{j=2..a} C(a,j) q^j E_Q[((mu_1 - mu_1') / Q)^j]      (j = 1 vanishes)
//               <= 1 + sum C(a,j) q^j S_j,
// because |d|^j s^{1-j} is jointly convex: mixing Q and coupling the samples leaves Gaussians at
// centres a, b, b',  S_j = (1 - q) sup E_{N_a} |e_b - e_b'|^j + q sup E_{N_b'} |dN_b/dN_b' - 1|^j,
// e_c = dN_c/dN_a. In noise variances, R bounds |a - b|^2 and |a - b'|^2, D bounds |b - b'|^2. With
// M_j(D) = E_{N_0}|e^{sqrt(D) x - D/2} - 1|^j the second supremum is M_j(D). The first is
//   j = 2   2 e^R - 2 e^{R - D/2}: e^A + e^B - 2 e^{(A + B - D)/2} rises in |b - b'|^2 and, once
//           that is its largest D >= R, in A, B <= R.
//
//   j >= 3  D = R: the larger of M_j(R), b' = a, and the equilateral triangle's
//             2^j e^{j(j-1)R/2 - j^2 R/8} E|sinh(sqrt(R) x/2)|^j;
//           R < D <= 4R: at most that of opposite ends, 2^j e^{-jR/2} E|sinh(sqrt(R) x)|^j;
// because it is (i) convex in a, so a is at distance sqrt(R) from b', say; (ii) there a
// quasi-convex function of |a - b|^2, by variation diminishing of the Gaussian kernel, so a is also
// that far from b or on the line through both; (iii) largest for the widest |b - b'| in either
// case. Steps in docs/renyi_sampling.md. Odd moments by Cauchy-Schwarz from even ones. Orders
// between whole ones by convexity of (alpha - 1) D_alpha, which vanishes at 1. Same expansion as J.
// Birrell et al. Differentially Private SGD with Fixed-Size Minibatches, 2024, Theorem 3.4
// [birrell2024], and Y.-X. Wang, B. Balle, S. Kasiviswanathan 2019, Theorem 9 [wang2019], with the
// constants derived here.
#pragma once

#include <vector>

namespace dpsco {

/// A bound on D_alpha of one release of a Gaussian on one sample, under replace_one.
class FixedSizeRenyi {
 public:
  /// `absent` = R: squared distance, in noise variances, between a sample without the record and
  /// one with it in its place (m of n) or besides (Poisson); `replaced` = D: between the two
  /// versions. pre: 0 < q < 1, 0 < absent <= replaced <= 4 absent.
  FixedSizeRenyi(double q, double absent, double replaced);
  /// D_alpha <= this. Infinite beyond the largest order expanded (256). pre: alpha > 1.
  double divergence(double alpha);

 private:
  double log_moment(int order);              ///< (a - 1) D_a at a whole order >= 1, cached
  double log_coefficient(std::size_t j);     ///< log S_j, cached
  double log_versions(std::size_t j);        ///< log M_j(D)
  double log_worst_triangle(std::size_t j);  ///< log of the first supremum, j >= 3
  double q_, absent_, replaced_;
  std::vector<double> moments_{}, coefficients_{};
  std::vector<double> replaced_moments_{}, sinh_moments_{};
};

/// log E_{N(0,1)}|e^{s x - s^2/2} - 1|^j for even j >= 2: 0 < s. Trapezoid rule in logs.
double log_even_moment(double s, int j);
/// log E_{N(0,1)}|sinh(s x)|^j for even j >= 2: 0 < s. Likewise.
double log_even_sinh_moment(double s, int j);

}  // namespace dpsco
