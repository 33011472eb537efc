// One mechanism before one judge: claim and lower bound.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "privacy/accountants/gdp.hpp"
#include "privacy/accountants/pld.hpp"
#include "privacy/accountants/rdp.hpp"
#include "privacy/audit/audit.hpp"

namespace dpsco::refutation {

struct Trial {
  double claim = 0, lower = 0;  ///< epsilon at the trial's delta
  bool caught() const { return lower > claim; }
};

/// As many rows as there are broken mechanisms here: all bounds together hold at 99.9 %.
inline AuditTerms terms(double delta) {
  return {.delta = delta, .confidence = 0.999, .comparisons = 14};
}

/// The audit of dpsco audit, at a delta where few runs show much. Throws std::runtime_error if the
/// mechanism can't be audited.
inline Trial audited(const Algorithm& algorithm,
                     const Card& card,
                     std::int64_t runs,
                     AuditSetting setting = {.epsilon = 1, .delta = 1e-2}) {
  static const GdpAccountant gdp;
  static const PldAccountant pld;
  static const NamedAccountant accountants[] = {{"gdp", &gdp}, {"pld", &pld}};
  const auto audit = prepare_audit(algorithm, card, accountants, setting);
  if (!audit) throw std::runtime_error(audit.skip().reason);
  return {audit->claim, play_audit(*audit, runs, setting.threads, terms(setting.delta)).epsilon};
}

/// A game whose data were made by hand. The claim is the accountant's price of the plan's ledger.
inline Trial played(const Game& game,
                    const Accountant& accountant,
                    double delta,
                    std::int64_t runs) {
  const auto price = accountant.price(game.plan->ledger, delta);
  if (!price) throw std::runtime_error(price.skip().reason);
  constexpr std::int64_t lessons = 4000;
  const PairedViews views = paired_views(game, lessons, 1);
  const Scores scores = play(game, learn_discriminant(views.here, views.there, 64), runs, 1);
  return {price->epsilon, epsilon_lower_bound(scores.here, scores.there, terms(delta)).epsilon};
}

}  // namespace dpsco::refutation
