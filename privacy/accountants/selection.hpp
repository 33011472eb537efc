// Private tuning: the price of releasing the best of K independent runs, K random.
//
// Setting     Q and Q' are the laws of one run on neighbouring data sets, outputs in a total order
//             that does not depend on the data, f(x) = E[x^K]. The release is the best of K runs.
// Reduction   With X = Q(worse than y) + U Q(y), U uniform on [0, 1] (X' with Q', the same U), the
//             best run is y with probability Q(y) E[f'(X)]. (u, v) -> u^a v^(1-a) is jointly
//             convex, so
//               sum over y of A(y)^a A'(y)^(1-a) <= e^((a-1) D_a(Q||Q')) sup f'(x)^a f'(x')^(1-a),
//             over pairs x = Pr[event], x' = Pr'[event] of one randomised event of a run.
// Truncated   f'(x) = E[K] (g / (g + (1-g)(1-x)))^(1+eta), g = gamma, largest at x = 1: E[K]. For
// negative    another such event, p = g + (1-g)(1-x) >= g and p' = g + (1-g)(1-x'), so by the
// binomial    Renyi bound of order b on p' against p:  p'/p <= (e^((b-1) D_b) / p)^(1/b), and
//               D_a(A||A') <= D_a + (1+eta) ((1 - 1/b) D_b + log(1/g)/b) + log E[K]/(a-1)
//             for every b > 1 (Theorem 2 of the paper); b -> infinity under epsilon-DP:
//             A is (2 + eta) epsilon-DP.
// Poisson     f'(x) = m e^(m (x-1)). For e^t = a/(a-1) and d with 1-x' <= e^t (1-x) + d:
//               f'(x)^a f'(x')^(1-a) = m e^(m ((a-1)(1-x') - a (1-x))) <= m e^(m (a-1) d).
//             Nothing is released with probability e^-m under both laws, which adds e^-m to the
//             sum: without it the bound (Theorem 6 of the paper) would be false for m < 1. Under
//             epsilon-DP |x - x'| <= tanh(epsilon/2): A is (epsilon + m tanh(epsilon/2))-DP.
//             d = delta of a run at t, from its Renyi curve: the smallest over b > 1 of
//             e^((b-1)(D_b - t)) (1 - 1/b)^b / (b-1).
// Reference   N. Papernot, T. Steinke. Hyperparameter Tuning with Renyi Differential Privacy. 2022,
//             Theorems 2 and 6. [papernot2022]
#pragma once

#include "framework/core/outcome.hpp"
#include "framework/ledger/ledger.hpp"
#include "privacy/accountants/renyi_sum.hpp"

namespace dpsco {

/// log E[K]. Throws ConfigError unless eta > -1 and 0 < gamma <= 1, or mean > 0.
double log_mean_repetitions(const Selection& selection);

/// What the release costs in pure DP if a run is epsilon-DP. Throws as above. pre: epsilon >= 0.
double selected_epsilon(const Selection& selection, double epsilon);

/// D_alpha of the release, alpha >= 1, from the curve of one run; infinite at 1. A Skip if the run
/// has a delta of its own, which the theorems don't cover. Throws as above.
Outcome<RenyiSum::Curve> selection_curve(const Selection& selection, RenyiSum run);

}  // namespace dpsco
