#include "algorithms/bounds/ma2022_corollary1_trace.hpp"

#include "algorithms/bounds/average_regret.hpp"

namespace dpsco {

Outcome<Promise> Ma2022Corollary1Trace::value(const BoundQuery& query) const {
  const auto regret = average_regret(query);
  if (!regret) return regret.skip();
  const double G = query.facts.G();
  return sum_of({{"distance", regret->distance(query.comparator_norm)},
                 {"noise", regret->beta0 / 2 * query.facts.constants.hessian_trace},
                 {"gradient", G * G * regret->mean_step / 2}});
}

}  // namespace dpsco
