// Many methods over many cells: how often is which one near the best, and where does it rank?
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace dpsco {

/// Scores of methods in cells, lower is better, infinity for a method that failed. [cells][methods]
using Scores = std::vector<std::vector<double>>;

/// Share of cells in which each method's score is at most tau times the best one (Dolan and More
/// 2002).
struct PerformanceProfile {
  std::vector<double> tau{};                 ///< ascending from 1: every ratio that occurs
  std::vector<std::vector<double>> share{};  ///< [methods][tau]
  std::size_t cells = 0;                     ///< cells that count
  std::size_t without_ratio = 0;  ///< left out: their best score is not positive, or nothing is
};
/// pre: every row has the same length.
PerformanceProfile performance_profile(const Scores& scores);
/// The share at `tau`; 0 below 1.
double share_at(const PerformanceProfile& profile, std::size_t method, double tau);

/// Mean ranks (1 is best) with the Friedman test and Nemenyi's critical difference (Demsar 2006).
struct MeanRanks {
  std::vector<double> ranks{};  ///< [methods]
  std::size_t cells = 0;
  std::optional<double> p{};  ///< Friedman, chi-squared with ties; empty below 2 cells or methods
  std::optional<double> critical_difference{};  ///< at 5 %; methods closer than that are tied
};
/// pre: every row has the same length, no NaN.
MeanRanks mean_ranks(const Scores& scores);

/// The q with P(range of k standard normals <= q) = p: the studentised range with infinitely many
/// degrees of freedom, by quadrature and bisection (absolute 1e-9). pre: k >= 2, 0 < p < 1.
double normal_range_quantile(int k, double p);

}  // namespace dpsco
