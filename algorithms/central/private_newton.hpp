// Private Newton with double noise: noise on the gradient, and on the direction that the private
// Hessian makes of it.
//
// Problem     min_w mean_i phi(<w, x_i>, y_i) + (lambda/2)||w||^2, phi convex, G-Lipschitz,
//             L-smooth.
// Method      w = 0; T times, with A = (1/n) sum k_i x_i x_i^T, k_i = phi'' (hessian = true)
//             or the mean curvature on [-|a|, |a|], (phi'(a) - phi'(-a))/(2 a)
//             (hessian = majoriser: for the logistic loss tanh(a/2)/(2 a), the tight quadratic
//             upper bound): g = grad + N(0, s_g^2 I), t = max(0, tr A + N(0, s_t^2)),
//             l_0 = max(B^2 (t/(B^2 n^2 rho_d))^(1/3), B^2/n), l = l_0 + lambda, B = ||x|| bound,
//             w <- w - [(A + l I)^-1 g + N(0, s_d^2 I)].
// Privacy     add_remove and zero_out, n declared; each iteration is three gaussians, every
//             one adaptive on the former, all released. One record moves the gradient by at
//             most G/n and the trace by at most L/n (its Hessian is k x x^T, k ||x||^2 <= L).
//             Direction: M = A + l I and M' = M + u u^T, ||u||^2 <= h = L/n, M >= l I, and
//             g, l fixed. Sherman-Morrison: (M^-1 - M'^-1) g = M^-1 u (u^T M^-1 g)/(1 + a),
//             a = u^T M^-1 u <= h/l. Since ||M^-1 u||^2 <= a/l, its norm is at most
//             ||g|| (a/l)/(1 + a) <= ||g|| h/(l (l + h)) = ||g|| L/(n l^2 + L l). Everything
//             data-dependent in s_d (||g||, l) has been released. Noise over sensitivity is
//             z/sqrt(share) for the shares `gradient_share`, `trace_share` of the rest, and what is
//             left; rho_d = left/(2 z^2).
// Utility     none claimed; the paper's experiments need 10 to 15 steps.
// Reference   A. Ganesh, M. Haghifam, T. Steinke, A. Thakurta. Faster Differentially Private
//             Convex Optimization via Second-Order Methods. 2023, double noise, "add".
//             [ganesh2023]
// Deviations  Sensitivities derived here, of exact GDP pieces; eigenvalue clipping is left out.
//             l_0 scales with B^2 (the paper has B = 1); the regulariser is in l.
// Cost        O(n d^2 + d^3) a step and d^2 memory: d > max_dimension is skipped.
#pragma once

#include "framework/contracts.hpp"
#include "framework/registry/card.hpp"

namespace dpsco {

struct PrivateNewton final : Algorithm {
  std::int64_t steps = 10, max_dimension = 400;
  double gradient_share = 0.7, trace_share = 0.1;
  std::string hessian = "majoriser";

  static constexpr Card card{.name = "private-newton",
                             .doc = "Newton steps with noise on gradient, trace and direction",
                             .cites = "ganesh2023, double noise",
                             .needs = needs_smooth | needs_lipschitz | needs_generalised_linear,
                             .privacy = "(epsilon, delta)-DP",
                             .adjacencies = "add_remove zero_out"};
  static std::vector<Param<PrivateNewton>> parameters() {
    return {word("hessian", &PrivateNewton::hessian, "majoriser true", "curvature of a record"),
            whole("steps", &PrivateNewton::steps, {1, 100000}, "", "T"),
            real("gradient_share",
                 &PrivateNewton::gradient_share,
                 {1e-6, 0.999999},
                 "",
                 "of each step's budget, for the gradient"),
            real("trace_share",
                 &PrivateNewton::trace_share,
                 {1e-6, 0.999999},
                 "",
                 "of the rest, for the trace"),
            whole("max_dimension",
                  &PrivateNewton::max_dimension,
                  {1, 20000},
                  "",
                  "larger d is skipped: a step costs n d^2 + d^3")};
  }
  Outcome<std::shared_ptr<const Plan>> plan(const Facts& facts,
                                            const Budget& budget) const override;
};

/// Bound on the change of (A + l I)^-1 g by one record, L, n as above. pre: l > 0.
double direction_sensitivity(double gradient_norm, double l, double L, double n);

}  // namespace dpsco
