#include "privacy/audit/audit.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "framework/core/check.hpp"
#include "framework/problem/fits.hpp"
#include "privacy/calibration/root_calibrator.hpp"

namespace dpsco {

namespace {

/// Gradients that the search for a place may cost, and those of one run beyond which a larger
/// sample is not worth it.
constexpr std::int64_t search_gradients = 4'000'000, large_run = 20'000;
constexpr Index small_sample = 32, large_sample = 512;
constexpr std::int64_t ranking_runs = 64, teaching_runs = 4000;
constexpr std::size_t ranking_features = 8, teaching_features = 64;

struct Planned {
  std::shared_ptr<const Plan> plan{};
  double claim = 0;
  std::string accountant{};
};

Outcome<Adjacency> adjacency_of(const Card& card, const std::optional<Adjacency>& wanted) {
  const std::string_view covered = card.adjacencies;
  if (!wanted) return adjacency_named(covered.substr(0, covered.find(' ')));
  if (fmt::format(" {} ", covered).find(fmt::format(" {} ", name(*wanted))) == std::string::npos)
    return Skip{fmt::format("makes no claim under {}: its card covers {}", name(*wanted), covered)};
  return *wanted;
}

Outcome<Planned> plan_with(const Algorithm& algorithm,
                           const Card& card,
                           const Facts& facts,
                           const Target& target,
                           std::span<const NamedAccountant> accountants) {
  if (std::string reason = unmet_need(card, facts, "the audit's loss"); !reason.empty())
    return Skip{reason};
  Skip last{"no accountant was given"};
  for (const NamedAccountant& named : accountants) {
    const RootCalibrator calibrator(*named.accountant);
    try {
      auto plan = algorithm.plan(facts, {target, &calibrator});
      if (!plan) {
        last = plan.skip();
        continue;
      }
      const auto price = named.accountant->price((*plan)->ledger, target.delta);
      if (price) return Planned{*std::move(plan), price->epsilon, named.name};
      last = price.skip();
    } catch (const ConfigError& error) {  // a parameter that needs a file, say: a reason as well
      last = Skip{error.what()};
    }
  }
  return last;
}

/// In the order in which they are tried. Large samples let a run forget its earlier noise; three
/// dimensions show noise that is missing in a direction.
std::vector<Arrangement> arrangements(const Card& card) {
  const double l2 = (card.needs & needs_strongly_convex) != 0 ? 0.1 : 0;
  std::vector<Arrangement> all;
  for (const Index n : {small_sample, large_sample}) {
    all.push_back({.n = n, .d = 1, .others = Others::silent, .l2 = l2});
    all.push_back({.n = n, .d = 1, .others = Others::opposite, .l2 = l2});
    if (n == small_sample) all.push_back({.n = n, .d = 3, .others = Others::silent, .l2 = l2});
    for (const double width : {1.0, 0.25, 0.0625})
      all.push_back({.n = n, .d = 1, .others = Others::pulling, .width = width, .l2 = l2});
  }
  return all;
}

struct Candidate {
  PreparedAudit audit{};
  std::int64_t gradients = 0;
  double value = 0;
};

/// The place where the differing record moves the final output most.
Index costliest_place(const Game& like,
                      const Arrangement& arrangement,
                      Adjacency adjacency,
                      std::int64_t gradients) {
  if (like.secret_choices) return 0;
  const std::int64_t affordable = search_gradients / (4 * std::max<std::int64_t>(1, gradients));
  const Index tried = std::clamp<std::int64_t>(affordable, 1, arrangement.n);
  Index best = 0;
  double largest = -1;
  for (Index k = 0; k < tried; ++k) {
    // From the last place down: a tie goes to the later record.
    const Index place = arrangement.n - 1 - k * arrangement.n / tried;
    Game game = like;
    game.data = make_neighbours(arrangement, adjacency, place);
    double shift = 0;
    for (const char* run : {"/place/0", "/place/1"}) {
      const auto here = game.view(game.data.here, run), there = game.view(game.data.there, run);
      if (!here || !there) continue;
      for (std::size_t j = 0; j < std::min(here->size(), there->size()); ++j)
        shift += std::abs((*here)[j] - (*there)[j]);
    }
    if (shift > largest * (1 + 1e-9)) {
      largest = shift;
      best = place;
    }
  }
  return best;
}

Candidate candidate(const Planned& planned,
                    const Arrangement& arrangement,
                    Adjacency adjacency,
                    const Card& card,
                    const AuditSetting& setting,
                    std::int64_t largest_run) {
  Candidate out;
  Game& game = out.audit.game;
  game.plan = planned.plan;
  game.seed = setting.seed;
  game.key = fmt::format("audit/{}/{}", card.name, describe(arrangement));
  game.secret_choices = rests_on_secret_choices(planned.plan->ledger);
  out.audit.claim = planned.claim;
  out.audit.accountant = planned.accountant;
  out.audit.adjacency = adjacency;
  game.data = make_neighbours(arrangement, adjacency, 0);
  if (!game.view(game.data.here, "/cost", &out.gradients) || out.gradients > largest_run)
    return out;
  if (const std::int64_t rounds = recorded_rounds(game); 0 < rounds && rounds <= watched_rounds)
    game.watches_rounds = protected_releases(planned.plan->ledger) >= rounds;

  const Index place = costliest_place(game, arrangement, adjacency, out.gradients);
  game.data = make_neighbours(arrangement, adjacency, place);
  const PairedViews views = paired_views(game, ranking_runs, setting.threads);
  if (views.here.runs < 2) return out;
  const double separation =
      learn_discriminant(views.here, views.there, ranking_features).separation;
  // Twice as many runs raise a bound by about 5 %: what a cheaper run is worth.
  out.value = separation / (1 + 0.08 * std::log1p(double(out.gradients)));
  out.audit.description = fmt::format("{}, record {}, {}{}",
                                      describe(arrangement),
                                      place,
                                      game.secret_choices ? "secret sampling" : "order known",
                                      game.watches_rounds ? ", all rounds seen" : "");
  return out;
}

}  // namespace

Outcome<PreparedAudit> prepare_audit(const Algorithm& algorithm,
                                     const Card& card,
                                     std::span<const NamedAccountant> accountants,
                                     const AuditSetting& setting) {
  if (card.privacy.empty()) return Skip{"claims no privacy"};
  require(setting.epsilon > 0, "epsilon = {} must be positive", setting.epsilon);
  require(0 < setting.delta && setting.delta < 1, "delta = {} is outside (0, 1)", setting.delta);
  const auto covered = adjacency_of(card, setting.adjacency);
  if (!covered) return covered.skip();
  const Adjacency adjacency = *covered;
  const Target target{setting.epsilon, setting.delta, adjacency};

  Skip reason{"no arrangement of data was tried"};
  std::optional<Candidate> best;
  std::optional<Outcome<Planned>> planned;
  std::optional<Arrangement> planned_for;
  for (const Arrangement& arrangement : arrangements(card)) {
    // Under secret sampling a ledger charges every update by itself: forgetting earlier noise gains
    // little, and such ledgers are the expensive ones to calibrate.
    if (best && best->audit.game.secret_choices &&
        (arrangement.n > small_sample || arrangement.others == Others::pulling))
      continue;
    // `others` are data: the plan can't know them.
    if (!planned_for || planned_for->n != arrangement.n || planned_for->d != arrangement.d ||
        planned_for->width != arrangement.width)
      planned.emplace(plan_with(algorithm, card, facts_of(arrangement), target, accountants));
    planned_for = arrangement;
    if (!*planned) {
      if (!best) reason = planned->skip();
      continue;
    }
    Candidate next = candidate(**planned,
                               arrangement,
                               adjacency,
                               card,
                               setting,
                               best ? large_run : std::numeric_limits<std::int64_t>::max());
    if (!best || next.value > best->value) best = std::move(next);
  }
  if (!best) return reason;
  if (!(best->value > 0))
    return Skip{"its output is the same on all neighbours that were tried, or every run failed"};

  PreparedAudit& audit = best->audit;
  const std::int64_t runs = std::clamp<std::int64_t>(
      search_gradients * 10 / std::max<std::int64_t>(1, best->gradients), 500, teaching_runs);
  const PairedViews views = paired_views(audit.game, runs, setting.threads);
  audit.discriminant = learn_discriminant(views.here, views.there, teaching_features);
  return std::move(audit);
}

EpsilonBound play_audit(const PreparedAudit& audit,
                        std::int64_t runs,
                        int threads,
                        const AuditTerms& terms) {
  const Scores scores = play(audit.game, audit.discriminant, runs, threads);
  return epsilon_lower_bound(scores.here, scores.there, terms);
}

}  // namespace dpsco
