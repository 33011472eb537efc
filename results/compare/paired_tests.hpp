// Do paired differences have a centre other than zero? Exact tests, without a normal law behind the
// data.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace dpsco {

/// Two-sided sign test: the probability, under fair coins, of a split at least as uneven as `wins`
/// to `losses`. Exact (binomial). Empty if there is neither.
std::optional<double> sign_test(std::size_t wins, std::size_t losses);

/// Two-sided p of Wilcoxon's signed ranks. Zeros are dropped, equal sizes share their mean rank,
/// infinite differences (one side failed) have the largest rank. Exact under the signs' 2^n equally
/// likely choices, given the ranks, for up to `exact_signed_ranks` non-zero differences; beyond,
/// the normal law with tie and continuity correction. Empty if every difference is zero. pre: no
/// NaN.
std::optional<double> signed_rank_test(std::span<const double> differences);
inline constexpr std::size_t exact_signed_ranks = 100;

/// Holm's step-down adjustment over all given p values (empty ones stay empty and do not count): an
/// adjusted value below alpha keeps the chance of any false claim in the whole family below alpha.
std::vector<std::optional<double>> holm(std::span<const std::optional<double>> p);

/// Two-sided p of Student's t test of equal means with pooled variance. Two samples without any
/// spread differ for sure (0) or not at all (1). pre: two or more finite values a side.
double pooled_t_test(std::span<const double> left, std::span<const double> right);

/// Ranks from 1, equal values share their mean rank. pre: no NaN.
std::vector<double> mean_ranks_of(std::span<const double> values);

}  // namespace dpsco
