#include "algorithms/bounds/noisy_gd_by_rank.hpp"

#include <algorithm>

#include "algorithms/bounds/noisy_gd_sum.hpp"
#include "algorithms/bounds/tuning.hpp"

namespace dpsco {

Outcome<Promise> NoisyGdByRank::value(const BoundQuery& query) const {
  const Facts& facts = query.facts;
  if (const std::string reason = unmet(facts); !reason.empty()) return Skip{reason};
  if (query.plan != nullptr &&
      (!plans(query, "noisy-gd") || parameter(query, "projection") != "none"))
    return Skip{"covers noisy-gd without projection only"};
  return noisy_gd_sum(query, double(std::min({facts.rank.value_or(facts.d), facts.d, facts.n})));
}

}  // namespace dpsco
