// The ledger: what a plan will release, complete enough to be priced by someone who never saw the
// algorithm (docs/ledger.md has the JSON). Algorithms write it, accountants read it; they meet
// here.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "framework/ledger/budget.hpp"
#include "framework/ledger/schedule.hpp"

namespace dpsco {

/// The output depends on the data without any protection: epsilon is infinite.
struct NonPrivate {};

/// f(data) + N(0, s^2 I). noise_multiplier = s / C, C the largest L2 norm of one record's
/// contribution. Sensitivity is C under add_remove and zero_out and 2C under replace_one, unless
/// `sensitivity` > 0 states it, in units of C, for the ledger's adjacency.
struct Gaussian {
  double noise_multiplier = 1;
  double sensitivity = 0;  ///< 0: by the rule above
};

/// Noisy iteration on disjoint batches, only the last iterate released (Feldman et al. 2018;
/// exact form: docs/design.md). Arrays over updates t: a record in batch t shifts the iterate by at
/// most sensitivity[t] under the ledger's adjacency, update t adds N(0, sigma[t]^2 I) and later
/// maps contract distances by contraction[r].
struct NoisyIteration {
  std::variant<IterationArrays, NamedSchedule> schedule{};
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

using Mechanism = std::variant<NonPrivate, Gaussian, NoisyIteration, Pure, Approximate, Zcdp, Gdp>;

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

/// Sensitivity in units of C under the ledger's adjacency (see Gaussian).
double sensitivity_factor(const Gaussian& gaussian, Adjacency adjacency);

/// Canonical JSON {"adjacency": ..., "events": [{"event": ..., ...}]}: sorted keys, shortest
/// doubles.
std::string to_json(const Ledger& ledger);
/// Throws ConfigError naming the place in the ledger, what was expected and the nearest known name.
Ledger ledger_from_json(std::string_view text);

}  // namespace dpsco
