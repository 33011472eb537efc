// The ledger: what a plan will release, complete enough to be priced by someone who never saw the
// algorithm (docs/ledger.md has the JSON). Algorithms write it, accountants read it; they meet
// here.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "framework/ledger/budget.hpp"
#include "framework/ledger/schedule.hpp"

namespace dpsco {

struct Event;  // `inner` below has no {}: clang 14 would want the complete type there

/// The output depends on the data without any protection: epsilon is infinite.
struct NonPrivate {};

/// f(data) + N(0, s^2 I). noise_multiplier = s / C, C the largest L2 norm of one record's
/// contribution. Sensitivity is C under add_remove and zero_out and 2C under replace_one, unless
/// `sensitivity` > 0 states it, in units of C, for the ledger's adjacency.
struct Gaussian {
  double noise_multiplier = 1;
  double sensitivity = 0;  ///< 0: by the rule above
};
/// f(data) + independent Laplace noise of scale noise_multiplier * C, C an L1 norm; else as
/// Gaussian.
struct Laplace {
  double noise_multiplier = 1;
  double sensitivity = 0;
};

/// Noisy iteration on disjoint batches, only the last iterate released (Feldman et al. 2018;
/// exact form: docs/design.md). Arrays over updates t: a record in batch t shifts the iterate by at
/// most sensitivity[t] under the ledger's adjacency, update t adds N(0, sigma[t]^2 I) and later
/// maps contract distances by contraction[r].
struct NoisyIteration {
  std::variant<IterationArrays, NamedSchedule> schedule{};
};

/// Every record takes part with probability sampling_rate, independently, in what `inner` does to
/// the sample; an inner count composes inside one sample.
struct PoissonSampled {
  double sampling_rate = 1;
  std::vector<Event> inner;  ///< exactly one
};
/// `batch` of `population` records, uniformly, without replacement (batch 1: one uniform index).
struct SampledWithoutReplacement {
  std::int64_t batch = 1, population = 1;
  std::vector<Event> inner;  ///< exactly one
};
/// `population` reports of an (epsilon, delta)-locally private randomiser, shuffled.
struct Shuffled {
  std::int64_t population = 1;
  double local_epsilon = 0, local_delta = 0;
};
/// Binary tree of prefix sums over `leaves` records, each node with Gaussian noise; a record is in
/// at most 1 + floor(log2 leaves) nodes.
struct TreeAggregation {
  double noise_multiplier = 1;
  std::int64_t leaves = 1;
};
/// Noise of density proportional to exp(-rate ||b||_2) on a release of L2 sensitivity
/// `sensitivity`.
struct ExponentialNoiseL2 {
  double rate = 1, sensitivity = 1;
};
/// One decentralised release with random weights: coordinate l is moved by a data-free
/// uniform number on an interval of length width[l] and by Laplace noise of density
/// (rate[l]/2) e^{-rate[l] |x|}, all independent; a record shifts the release by a vector whose
/// max, L2 and L1 norms are at most shift_inf, shift_2 and shift_1 under the ledger's adjacency.
/// A norm of 0 is not stated and follows from the others. One entry a coordinate; width 0 is plain
/// Laplace noise. Widths that depend on earlier outputs need a Renyi filter.
struct LaplaceUniformMixture {
  std::vector<double> rate{}, width{};
  double shift_inf = 0, shift_2 = 0, shift_1 = 0;
};

struct Pure {
  double epsilon = 0;
};
struct Approximate {
  double epsilon = 0, delta = 0;
};
/// rho-zCDP: D_alpha <= alpha rho for every alpha > 1.
struct Zcdp {
  double rho = 0;
};
/// mu-GDP: at least as hard to tell apart as N(0, 1) and N(mu, 1).
struct Gdp {
  double mu = 0;
};
/// D_alpha <= values[i] at alpha = orders[i] > 1.
struct RdpCurve {
  std::vector<double> orders{}, values{};
};
/// (epsilon[i], delta[i])-DP for every i: a third party's mechanism.
struct PrivacyProfile {
  std::vector<double> epsilon{}, delta{};
};
/// `inner` once for each noise multiplier, in adaptive composition: a million different steps in
/// one array.
struct Heterogeneous {
  std::vector<Event> inner;  ///< exactly one: the template, its noise_multiplier replaced
  std::vector<double> noise_multiplier{};  ///< one a step
  /// The generator that noise_multiplier is the expansion of, if any: what a journal stores.
  std::optional<NamedSchedule> schedule{};
};

/// Private tuning: all of `inner`, one candidate's run and its score, is repeated independently K
/// times and only the run with the best score is released. K is drawn without looking at the data:
/// were it known or fixed, the cost would grow with it.
struct Selection {
  enum class Repetitions {
    /// P(K = k) proportional to (1-gamma)^k (eta)(eta+1)...(eta+k-1) / k!, k >= 1; eta = 1 is the
    /// geometric law, eta = 0 the logarithmic one.
    truncated_negative_binomial,
    poisson,  ///< of that mean; K = 0 releases nothing
  };
  std::vector<Event> inner;  ///< one or more, composed: what one run releases, its score included
  Repetitions repetitions = Repetitions::truncated_negative_binomial;
  double eta = 1, gamma = 0.5;  ///< > -1, in (0, 1]: truncated negative binomial
  double mean = 1;              ///< > 0: Poisson
};

using Mechanism = std::variant<NonPrivate,
                               Gaussian,
                               Laplace,
                               NoisyIteration,
                               PoissonSampled,
                               SampledWithoutReplacement,
                               Shuffled,
                               TreeAggregation,
                               ExponentialNoiseL2,
                               LaplaceUniformMixture,
                               Pure,
                               Approximate,
                               Zcdp,
                               Gdp,
                               RdpCurve,
                               PrivacyProfile,
                               Heterogeneous,
                               Selection>;

/// A mechanism used `count` times in adaptive composition.
struct Event {
  Mechanism mechanism{};
  std::int64_t count = 1;
};

/// Adaptive composition of its events. An empty ledger releases nothing: epsilon 0.
struct Ledger {
  Adjacency adjacency = Adjacency::replace_one;
  std::vector<Event> events{};
};

/// Registry name of the mechanism, the JSON tag: "gaussian", "noisy_iteration", ...
std::string_view name(const Mechanism& mechanism);

/// Sensitivity in units of C under the ledger's adjacency (see Gaussian): the stated one, else 2
/// under replace_one and 1 otherwise.
double sensitivity_factor(double stated, Adjacency adjacency);
inline double sensitivity_factor(const Gaussian& gaussian, Adjacency adjacency) {
  return sensitivity_factor(gaussian.sensitivity, adjacency);
}
inline double sensitivity_factor(const Laplace& laplace, Adjacency adjacency) {
  return sensitivity_factor(laplace.sensitivity, adjacency);
}

/// Canonical JSON {"adjacency": ..., "events": [{"event": ..., ...}]}: sorted keys, shortest
/// doubles.
std::string to_json(const Ledger& ledger);
/// Throws ConfigError naming the place in the ledger, what was expected and the nearest known name.
Ledger ledger_from_json(std::string_view text);

}  // namespace dpsco
