#include "algorithms/bounds/ma2022_proposition2_w1.hpp"

#include <cmath>

#include "algorithms/bounds/multi_pass_sums.hpp"
#include "algorithms/bounds/tuning.hpp"

namespace dpsco {

Outcome<Promise> Ma2022Proposition2W1::value(const BoundQuery& query) const {
  const Facts& facts = query.facts;
  if (const std::string reason = unmet(facts); !reason.empty()) return Skip{reason};
  if (!plans(query, "multi-pass-dp-sgd")) return Skip{"covers plans of multi-pass-dp-sgd only"};
  if (const std::string reason = too_long(planned(query, "eta1"), facts); !reason.empty())
    return Skip{reason};
  const MultiPass pass(query);
  return sum_of(
      {{"stability", 2 * facts.G() * facts.G() * pass.last_step * (pass.T - 1) / double(facts.n)}});
}

}  // namespace dpsco
