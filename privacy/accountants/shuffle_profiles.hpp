// Privacy profiles of shuffled local reports, in closed form up to binomial tails.
#pragma once

#include <cstdint>

namespace dpsco {

/// delta(epsilon) of n shuffled reports of binary randomised response with epsilon_0, all other
/// users holding 0, the larger of both directions: a lower bound for every population of such
/// randomisers and attained. Exact up to 1e-11 relative. pre: n >= 1, 0 <= epsilon <= epsilon_0.
double shuffled_response_delta(double epsilon, std::int64_t n, double local_epsilon);

/// delta(epsilon) of n shuffled reports of any epsilon_0-DP local randomiser, replace_one, an upper
/// bound: Feldman, McMillan, Talwar. Hiding Among the Clones, 2021, Theorem 3.1 with the binomials
/// evaluated (their section 5). Proof in short: R(x), R(x') are post-processings of randomised
/// response, so p Q_0 + (1-p) Q_1 and the reverse, p = e^{eps_0}/(1 + e^{eps_0}); every other
/// report's law is at least e^{-eps_0} (R(x) + R(x'))/2 = e^{-eps_0} (Q_0 + Q_1)/2, so it is a fair
/// draw from Q_0, Q_1 with probability e^{-eps_0}. Given C ~ Bin(n - 1, e^{-eps_0}) such clones the
/// counts are Bin(C, 1/2) + Bernoulli(p) against Bin(C, 1/2) + Bernoulli(1 - p).
/// Sums over blocks of C, each at its least favourable end (fewer clones hide less): an upper bound
/// that exceeds the sum by less than 1 %. pre: as above.
double clones_delta(double epsilon, std::int64_t n, double local_epsilon);

/// What the same bound has to add if the randomiser is (epsilon_0, local_delta)-DP:
///   (1 + e^epsilon) local_delta (1 + 2 (n - 1) e^-epsilon_0).
/// The theorem of the same paper (3.8) has another constant; proof of this one. A pair (P, Q) that
/// is (epsilon_0, d)-indistinguishable comes from randomised response with a chance d of revealing
/// all (Kairouz, Oh, Viswanath 2015). Answering at random there too makes a pure pair (P', Q'),
/// each within total variation d. For another report R: (P - e^{epsilon_0} R)_+ has mass at most d,
/// so (P' - e^{epsilon_0} R)_+ at most 2 d, and the same for Q'. Raising R to at least
/// e^{-epsilon_0} (P' + Q')/2 therefore adds mass at most 2 d e^{-epsilon_0}, which can be taken
/// from where R is above it. For the laws so changed the proof above holds; the laws of all n
/// reports move by at most t = d (1 + 2 (n - 1) e^{-epsilon_0}) in total variation, under either
/// data set, which costs t + e^epsilon t. pre: as above, 0 <= local_delta <= 1.
double approximate_excess(double epsilon, std::int64_t n, double local_epsilon, double local_delta);

}  // namespace dpsco
