#include "algorithms/bounds/ma2022_corollary1.hpp"

#include <cmath>

#include "algorithms/bounds/tuning.hpp"

namespace dpsco {

Outcome<Promise> Ma2022Corollary1::value(const BoundQuery& query) const {
  const Facts& facts = query.facts;
  if (const std::string reason = unmet(facts); !reason.empty()) return Skip{reason};

  if (!plans(query, "single-pass-dp-sgd")) return Skip{"covers plans of single-pass-dp-sgd only"};
  const double T = planned(query, "T"), eta = planned(query, "eta"), R = query.comparator_norm;
  const double lambda = shrinkage_sum(query);
  return sum_of({{"distance", lambda * R * R / (2 * T)},
                 {"noise", lambda * planned(query, "beta0") / (2 * T) * log_det(facts, T / lambda)},
                 {"gradient", eta * facts.G() * facts.G() / 2}});
}

}  // namespace dpsco
