#include "privacy/audit/game.hpp"

#include <algorithm>
#include <limits>
#include <type_traits>

#include <fmt/format.h>

#include "framework/core/parallel.hpp"

namespace dpsco {

namespace {

template <class T, class... Ts>
constexpr bool is_one_of = (std::is_same_v<T, Ts> || ...);

/// Remembers the iterates of the first rounds.
class Watcher final : public TrajectoryRecorder {
 public:
  Watcher(std::int64_t most, std::vector<double>& seen) : most_(most), seen_(seen) {}
  bool wants(std::int64_t round) const override { return 1 <= round && round <= most_; }
  void look(const Snapshot& snapshot) override {
    seen_.insert(seen_.end(), snapshot.iterates.begin(), snapshot.iterates.end());
    ++rounds_;
  }
  std::int64_t rounds() const { return rounds_; }

 private:
  std::int64_t most_, rounds_ = 0;
  std::vector<double>& seen_;
};

constexpr std::int64_t grain = 64;

}  // namespace

bool rests_on_secret_choices(const Ledger& ledger) {
  return std::any_of(ledger.events.begin(), ledger.events.end(), [&](const Event& event) {
    return std::visit(
        [&]<class M>(const M& mechanism) {
          if constexpr (std::is_same_v<M, Heterogeneous>)
            return rests_on_secret_choices({ledger.adjacency, mechanism.inner});
          return is_one_of<M,
                           PoissonSampled,
                           SampledWithoutReplacement,
                           Shuffled,
                           PrivacyProfile,
                           RdpCurve,
                           Selection>;
        },
        event.mechanism);
  });
}

std::int64_t protected_releases(const Ledger& ledger) {
  std::int64_t releases = 0;
  for (const Event& event : ledger.events) {
    const std::int64_t one = std::visit(
        []<class M>(const M& mechanism) -> std::int64_t {
          if constexpr (std::is_same_v<M, Heterogeneous>)
            return std::int64_t(mechanism.noise_multiplier.size());
          if constexpr (std::is_same_v<M, TreeAggregation>) return mechanism.leaves;
          return is_one_of<M,
                           Gaussian,
                           Laplace,
                           ExponentialNoiseL2,
                           LaplaceUniformMixture,
                           PoissonSampled,
                           SampledWithoutReplacement,
                           Pure,
                           Approximate,
                           Zcdp>
                     ? 1
                     : 0;
        },
        event.mechanism);
    if (one == 0) return 0;
    releases += one * event.count;
  }
  return releases;
}

std::optional<std::vector<double>> Game::view(const Problem& problem,
                                              const std::string& run,
                                              std::int64_t* gradients) const {
  const std::string own = key + run;
  const Streams streams(seed, secret_choices ? own : key, own);
  std::vector<double> rounds;
  Watcher watcher(watched_rounds, rounds);
  RunContext context(
      streams, [] { return false; }, 1, watches_rounds ? &watcher : nullptr);
  try {
    Solution solution = plan->run(problem, context);
    if (gradients != nullptr) *gradients = solution.gradients;
    std::vector<double> seen = std::move(solution.w);
    if (watches_rounds) {
      seen.insert(seen.end(), solution.agents.begin(), solution.agents.end());
      seen.insert(seen.end(), rounds.begin(), rounds.end());
    }
    return seen;
  } catch (const std::exception&) {
    return {};
  }
}

std::int64_t recorded_rounds(const Game& game) {
  const std::string own = game.key + "rounds";
  const Streams streams(game.seed, own, own);
  std::vector<double> rounds;
  Watcher watcher(watched_rounds + 1, rounds);
  RunContext context(
      streams, [] { return false; }, 1, &watcher);
  try {
    (void)game.plan->run(game.data.here, context);
  } catch (const std::exception&) {
    return 0;
  }
  return watcher.rounds();
}

PairedViews paired_views(const Game& game, std::int64_t runs, int threads) {
  std::vector<std::optional<std::vector<double>>> here(static_cast<std::size_t>(runs)), there(here);
  for_ranges_by(threads, runs, grain, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t r = begin; r < end; ++r) {
      const std::string run = fmt::format("/taught/{}", r);
      here[std::size_t(r)] = game.view(game.data.here, run);
      there[std::size_t(r)] = game.view(game.data.there, run);
    }
  });
  PairedViews out;
  for (std::size_t r = 0; r < here.size(); ++r) {
    if (!here[r] || !there[r]) continue;
    if (out.here.features == 0) out.here.features = out.there.features = here[r]->size();
    here[r]->resize(out.here.features);
    there[r]->resize(out.here.features);
    out.here.values.insert(out.here.values.end(), here[r]->begin(), here[r]->end());
    out.there.values.insert(out.there.values.end(), there[r]->begin(), there[r]->end());
    ++out.here.runs;
    ++out.there.runs;
  }
  return out;
}

Scores play(const Game& game, const Discriminant& discriminant, std::int64_t runs, int threads) {
  constexpr double failed = std::numeric_limits<double>::lowest();
  Scores scores{std::vector<double>(static_cast<std::size_t>(runs)),
                std::vector<double>(static_cast<std::size_t>(runs))};
  const auto score = [&](const Problem& problem, const char* side, std::int64_t r) {
    auto seen = game.view(problem, fmt::format("/{}/{}", side, r));
    if (!seen) return failed;
    seen->resize(discriminant.weights.size());
    return discriminant.score(*seen);
  };
  for_ranges_by(threads, runs, grain, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t r = begin; r < end; ++r) {
      scores.here[std::size_t(r)] = score(game.data.here, "here", r);
      scores.there[std::size_t(r)] = score(game.data.there, "there", r);
    }
  });
  return scores;
}

}  // namespace dpsco
