#include "algorithms/bounds/ma2022_corollary2.hpp"

#include <cmath>

#include "algorithms/bounds/multi_pass_sums.hpp"
#include "algorithms/bounds/tuning.hpp"

namespace dpsco {

Outcome<Promise> Ma2022Corollary2::value(const BoundQuery& query) const {
  const Facts& facts = query.facts;
  if (const std::string reason = unmet(facts); !reason.empty()) return Skip{reason};
  if (!plans(query, "multi-pass-dp-sgd")) return Skip{"covers plans of multi-pass-dp-sgd only"};
  if (parameter(query, "iterate") == "last") return Skip{"covers the average only"};
  if (const std::string reason = too_long(planned(query, "eta1"), facts); !reason.empty())
    return Skip{reason};
  const MultiPass pass(query);
  const double n = double(facts.n), G = facts.G(), R = query.comparator_norm;
  const double horizon = pass.T * pass.last_step;
  return sum_of({{"distance", R * R / (2 * horizon)},
                 {"noise", pass.beta0 / (2 * horizon) * log_det(facts, horizon)},
                 {"gradient", G * G * pass.steps / (2 * pass.T)},
                 {"stability", 2 * G * G / (n * pass.T) * pass.weighted}});
}

}  // namespace dpsco
