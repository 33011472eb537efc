// One distinguishing game: a plan runs on two neighbouring data sets, and what each run shows
// becomes a score.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "framework/contracts.hpp"
#include "privacy/audit/discriminant.hpp"
#include "privacy/audit/neighbours.hpp"

namespace dpsco {

/// True if the ledger's price rests on random choices that nobody sees (sampling, shuffling, a
/// privacy profile, private selection). Otherwise it holds for every order of the records, and an
/// adversary may know it.
bool rests_on_secret_choices(const Ledger& ledger);

/// How many outputs the ledger protects one by one: a method that records no more rounds than that
/// has released every iterate. 0 for events that protect the last one alone.
std::int64_t protected_releases(const Ledger& ledger);

struct Game {
  std::shared_ptr<const Plan> plan{};
  Neighbours data{};
  std::uint64_t seed = 1;
  std::string key{};            ///< whose streams these are: different games draw differently
  bool secret_choices = true;   ///< else the streams that all methods share are the same every run
  bool watches_rounds = false;  ///< a view is w, what each agent ends with and the rounds recorded

  /// One run's view, w first: [d + agents d + rounds agents d]. Nothing if the run threw: then it
  /// released that it failed, and nothing else. `gradients`: what it cost.
  std::optional<std::vector<double>> view(const Problem& problem,
                                          const std::string& run,
                                          std::int64_t* gradients = nullptr) const;
};

/// Rounds that are watched at most.
constexpr std::int64_t watched_rounds = 64;

/// Rounds after the start that a run of the plan records, counted up to watched_rounds + 1.
std::int64_t recorded_rounds(const Game& game);

/// Views of `runs` runs on either data set, run r of both from the same streams. Failed runs are
/// left out of both. Same bits for any number of threads.
struct PairedViews {
  Views here{}, there{};
};
PairedViews paired_views(const Game& game, std::int64_t runs, int threads);

struct Scores {
  std::vector<double> here{}, there{};  ///< [runs]
};
/// Scores of `runs` fresh runs on either data set; a failed run scores lowest. Same bits for any
/// number of threads.
Scores play(const Game& game, const Discriminant& discriminant, std::int64_t runs, int threads);

}  // namespace dpsco
