// Rows of the audit's table that are no runs of a method: the Gaussian mechanism, which says how
// near to the truth the statistics can come, and exact densities in one dimension, which need no
// runs at all.
#pragma once

#include <cstdint>
#include <string>

#include "framework/ledger/budget.hpp"
#include "privacy/audit/density_ratio.hpp"
#include "privacy/audit/epsilon_bound.hpp"

namespace dpsco {

/// The game of N(0, s^2) against N(1, s^2) with the smallest s for (epsilon, delta): `runs` draws
/// each. Same bits for any number of threads. Throws ConfigError as epsilon_lower_bound.
EpsilonBound gaussian_yardstick(
    double epsilon, const AuditTerms& terms, std::int64_t runs, std::uint64_t seed, int threads);

/// What a perturbed minimiser releases in one dimension, in the letters of perturbed_minimum.hpp
/// and on the scale of a sum of n gradients: the w that solves sum_i phi_i'(w) + n Lambda w + b = 0
/// with b ~ objective noise, or the exact minimiser plus output noise.
struct PerturbedRelease {
  enum class Kind { output, objective };
  Kind kind = Kind::output;
  double Lambda = 1;  ///< whole l2 weight, > 0
  NoiseLaw noise{};   ///< of the output, or of b
};

struct DensityAudit {
  double epsilon = 0;  ///< of one pair of data sets: never above the truth
  std::string description{};
};
/// The smallest epsilon that one pair of neighbours of n unit rows allows at target.delta, or
/// without any delta if `is_pure`; the larger over two pairs. All other records are silent; the
/// differing one, of the audit's loss (audit_loss.hpp) with corner `width`, pushes against its
/// opposite, or pulls (steep and curved at one place) against one that pushes; under add_remove and
/// zero_out either is there or not. Throws ConfigError unless Lambda and the noise's scale are
/// positive.
DensityAudit density_audit(const PerturbedRelease& release,
                           std::int64_t n,
                           double width,
                           const Target& target,
                           bool is_pure = false);

}  // namespace dpsco
