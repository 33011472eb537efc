#include "algorithms/bounds/ma2022_proposition2.hpp"

#include <cmath>

#include "algorithms/bounds/multi_pass_sums.hpp"
#include "algorithms/bounds/tuning.hpp"

namespace dpsco {

Outcome<Promise> Ma2022Proposition2::value(const BoundQuery& query) const {
  const Facts& facts = query.facts;
  if (const std::string reason = unmet(facts); !reason.empty()) return Skip{reason};
  if (!plans(query, "multi-pass-dp-sgd")) return Skip{"covers plans of multi-pass-dp-sgd only"};
  if (const std::string reason = too_long(planned(query, "eta1"), facts, 1); !reason.empty())
    return Skip{reason};
  const MultiPass pass(query);
  const double n = double(facts.n), G = facts.G();
  return sum_of({{"stability", 2 * G * G * std::sqrt((pass.T / (n * n) + 1 / n) * pass.squares)}});
}

}  // namespace dpsco
