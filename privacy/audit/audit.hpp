// The audit of a registered algorithm as it is coded: an empirical lower bound on epsilon.
//
// Method      The algorithm plans for the target on small worst-case neighbours (neighbours.hpp).
//             A few runs from shared streams find the arrangement, and the place of the differing
//             record, at which the two outputs lie farthest apart, measured against their noise; a
//             few thousand teach a linear score (discriminant.hpp). Fresh runs are scored, and
//             epsilon_bound.hpp turns the scores into a bound: valid whatever was chosen before,
//             since the choice saw none of them.
// Secrets     Where the ledger does not price secret choices (sampling, shuffling), the adversary
//             knows them: those streams are the same in every run. Where it does, they are fresh.
// Iterates    If the method records its rounds and the ledger protects as many releases, the
//             rounds are part of the view, else the final output alone is.
// Limits      A lower bound proves nothing about data sets that were not tried: a method passes
//             if it was not caught (docs/audit.md).
#pragma once

#include <optional>
#include <span>
#include <string>

#include "privacy/audit/epsilon_bound.hpp"
#include "privacy/audit/game.hpp"

namespace dpsco {

/// An accountant under the name that the table shows.
struct NamedAccountant {
  std::string name{};
  const Accountant* accountant = nullptr;
};

struct AuditSetting {
  double epsilon = 1, delta = 1e-5;      ///< target of the plan
  std::optional<Adjacency> adjacency{};  ///< empty: the first of the method's card
  std::uint64_t seed = 1;
  int threads = 1;
};

/// A game that is ready to be played, and what the method claims in it.
struct PreparedAudit {
  Game game{};
  Discriminant discriminant{};
  double claim = 0;  ///< epsilon at delta, by the accountant that calibrated
  std::string accountant{};
  Adjacency adjacency = Adjacency::replace_one;
  std::string description{};  ///< of the game, for the table
};

/// Plans with the first accountant that can price the method's ledger, and finds the game. The same
/// for any number of threads. A Skip says why the method can't be audited: it claims no privacy, or
/// none under that adjacency, or its own reason why it does not run. Throws ConfigError on a bad
/// target.
Outcome<PreparedAudit> prepare_audit(const Algorithm& algorithm,
                                     const Card& card,
                                     std::span<const NamedAccountant> accountants,
                                     const AuditSetting& setting);

/// The lower bound from `runs` >= 4 fresh runs on each data set.
EpsilonBound play_audit(const PreparedAudit& audit,
                        std::int64_t runs,
                        int threads,
                        const AuditTerms& terms);

}  // namespace dpsco
