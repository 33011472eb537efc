// Small experiments behind the second paper's rows of the claims ledger.
#pragma once

namespace dpsco {

/// Additive secret sharing of `agents` numbers in [-100, 100] as multiples of 2^-bits in 64-bit
/// words: the largest |decoded sum - sum| over agents 2^(-bits-1), of `trials`. pre: agents >= 2,
/// 0 < bits < 50.
double sharing_error(int agents, int bits, int trials);

/// Two coordinates with Laplace noise of rate 1 and random weights of width 4 along (1, 1), shifted
/// by (e, -e)/2 for e = 0.2: total variation over that of Laplace noise alone, by quadrature. With
/// one random weight for both coordinates, or one each.
double shared_weight_share(bool shared);

/// Largest difference over x in [-1, 1] of two convex losses sqrt(x^2 + h^2), h = 0.001, one moved
/// by 0.02, as if a record were replaced: of their values and of their gradients.
struct LossDifference {
  double values = 0, gradients = 0;
};
LossDifference moved_loss_difference();

}  // namespace dpsco
