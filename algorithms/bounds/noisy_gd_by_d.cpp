#include "algorithms/bounds/noisy_gd_by_d.hpp"

#include "algorithms/bounds/noisy_gd_sum.hpp"
#include "algorithms/bounds/tuning.hpp"

namespace dpsco {

Outcome<Promise> NoisyGdByD::value(const BoundQuery& query) const {
  if (const std::string reason = unmet(query.facts); !reason.empty()) return Skip{reason};
  if (query.plan != nullptr && !plans(query, "noisy-gd")) return Skip{"covers noisy-gd only"};
  return noisy_gd_sum(query, double(query.facts.d));
}

}  // namespace dpsco
