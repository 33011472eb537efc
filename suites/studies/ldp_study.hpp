// What stands under the tables of ldp-adult: every privacy loss of a run against its rounds, and
// what random weights gained on average and for certain. Needs the paths, so runs are made again.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "framework/grid/cell.hpp"
#include "framework/registry/catalog.hpp"
#include "framework/runner/services.hpp"

namespace dpsco {

/// A run after some of its rounds. Losses are in nats, for the agent who pays most.
struct LossesAtRound {
  std::int64_t round = 0;
  double accuracy = 0;               ///< of the agents' mean on the test set; NaN without one
  double gap = 0;                    ///< its training objective above the optimum; NaN without one
  std::optional<double> paper{};     ///< sum d alpha beta B_inf: pure, the paper's worst case
  std::optional<double> pure{};      ///< of the ledger's first releases, by `basic`
  std::optional<double> zcdp{};      ///< the same by `zcdp` at the target's delta
  std::optional<double> filtered{};  ///< the same with this path's random weights counted
  /// Mean over agents of sum |loss|: a simulation's number, NO guarantee.
  std::optional<double> realised{};
};

/// One run, and what its random weights did.
struct LossStudy {
  std::string label{};
  std::vector<LossesAtRound> rounds{};
  std::optional<double>
      realised_ratio{};               ///< realised / paper at the end: an average, NO guarantee
  std::optional<double> zcdp_gain{};  ///< 1 - rho with weights / rho without, worst agent
};

/// Runs the cell again, looking at the rounds K/10, K/4, K/2 and K. Throws ConfigError if it can't
/// be prepared, planned or run, with the reason.
LossStudy study_losses(const Cell& cell, const Catalog& catalog, const Services& services);

struct LdpStudies {
  std::vector<LossStudy> studies{};
  std::vector<std::string> failures{};  ///< labels that can't be studied, with their reason
};
/// Each decentralised label's first repetition.
LdpStudies study_all(std::span<const Cell> cells, const Catalog& catalog, const Services& services);
/// Two tables, what their columns mean, and the failures.
std::string ldp_study_text(const LdpStudies& all);
/// A JSON list with one object for each label and round; what does not exist is null.
std::string ldp_study_json(const LdpStudies& all);

}  // namespace dpsco
