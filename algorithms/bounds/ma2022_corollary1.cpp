#include "algorithms/bounds/ma2022_corollary1.hpp"

#include "algorithms/bounds/average_regret.hpp"
#include "algorithms/bounds/tuning.hpp"

namespace dpsco {

Outcome<Promise> Ma2022Corollary1::value(const BoundQuery& query) const {
  const auto regret = average_regret(query);
  if (!regret) return regret.skip();
  const double G = query.facts.G(), horizon = regret->T / regret->shrinkage;
  return sum_of({{"distance", regret->distance(query.comparator_norm)},
                 {"noise", regret->beta0 / (2 * horizon) * log_det(query.facts, horizon)},
                 {"gradient", G * G * regret->mean_step / 2}});
}

}  // namespace dpsco
