// The statistics of a distinguishing game: from scores of many runs on a data set and on its
// neighbour to a lower bound on epsilon that holds with stated confidence, whatever the mechanism.
//
// Method      For every event E, (epsilon, delta)-DP says P(E) <= e^epsilon Q(E) + delta,
//             both ways. The event {score >= t} or {score <= t}, and which data set comes
//             first, are chosen on a held-out part of either sample; on the rest, which
//             had no say, one-sided Clopper-Pearson limits give P(E) >= p and Q(E) <= q, so
//             epsilon >= log((p - delta)/q) except with probability (1 - confidence)/comparisons
//             (half of it for each limit; Bonferroni over the audits of one report).
// Reference   C. J. Clopper, E. S. Pearson 1934. [clopper1934] M. Jagielski, J. Ullman, A. Oprea
//             2020. [jagielski2020]
#pragma once

#include <cstdint>
#include <span>

namespace dpsco {

/// The largest p with P(Bin(n, p) >= hits) <= error: at most the true rate except with probability
/// `error`. Throws ConfigError unless 0 <= hits <= n, n >= 1 and 0 < error < 1.
double rate_below(std::int64_t hits, std::int64_t n, double error);
/// The smallest p with P(Bin(n, p) <= hits) <= error: at least the true rate likewise.
double rate_above(std::int64_t hits, std::int64_t n, double error);

struct AuditTerms {
  double delta = 0;           ///< of the claim, in [0, 1)
  double confidence = 0.999;  ///< of everything in one report together, in (0, 1)
  int comparisons = 1;        ///< audits in that report, >= 1
  /// Part of each sample that only chooses, in (0, 0.5]. A quarter wins: for the Gaussian mechanism
  /// at epsilon 1 and 2 x 1e7 draws the bound is .815 of the claim on average, with a half .785.
  double choosing_share = 0.25;
};

struct EpsilonBound {
  double epsilon = 0;  ///< >= 0, nats: the mechanism is not (less, delta)-DP
  double threshold = 0;
  bool at_least = true;  ///< the event is score >= threshold, else score <= threshold
  bool swapped = false;  ///< the second sample is the likelier one
  std::int64_t hits_likely = 0, runs_likely = 0, hits_rare = 0,
               runs_rare = 0;  ///< of what was tested
};

/// Deterministic; the order of each sample matters only through which part a score is in. Throws
/// ConfigError on fewer than 4 scores a sample, a NaN score or terms out of range.
EpsilonBound epsilon_lower_bound(std::span<const double> scores,
                                 std::span<const double> neighbour_scores,
                                 const AuditTerms& terms);

}  // namespace dpsco
