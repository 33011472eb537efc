// What a secret, uniformly random order of the records adds to noisy iteration.
//
// The pass takes batches of a uniformly random order that nobody sees, so a record is in batch t
// with probability m_t/n and in none with the rest. Given the order the last iterate is mu_t-GDP
// with mu_t^2 = s_t^2 P_t^2 / sum_{r >= t} sigma_r^2 P_r^2 (docs/design.md, "Amplification by
// iteration"); hockey-stick divergences are jointly convex, so the mixture over orders has
//   delta(epsilon) <= (1/n) sum_t m_t delta_{mu_t}(epsilon).
// The worst position no longer decides. No event of the ledger says this, so the claim is written
// as a `privacy_profile`, which the accountant pld prices.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "framework/ledger/ledger.hpp"

namespace dpsco {

/// mu_t of each update, in order. pre: every update adds noise.
std::vector<double> position_costs(const IterationArrays& arrays);

/// The profile above, at `exact_at` and at some 400 other epsilons (between them it is an upper
/// bound: delta is convex in e^epsilon). Rounded up: mu_t to the largest in a range of 0.5 % and
/// by the recursion's rounding, delta by the rounding of log_gdp_delta, which grows as mu falls.
/// `batches`: m_t of each update, in order. pre: sum of batches <= n, exact_at >= 0.
PrivacyProfile hidden_order_profile(const IterationArrays& arrays,
                                    std::span<const std::int64_t> batches,
                                    std::int64_t n,
                                    double exact_at);

}  // namespace dpsco
