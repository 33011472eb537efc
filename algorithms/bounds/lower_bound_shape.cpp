#include "algorithms/bounds/lower_bound_shape.hpp"

#include <algorithm>
#include <cmath>

#include "algorithms/bounds/tuning.hpp"

namespace dpsco {

Outcome<Promise> LowerBoundShape::value(const BoundQuery& query) const {
  const Facts& facts = query.facts;
  if (const std::string reason = unmet(facts); !reason.empty()) return Skip{reason};
  const double n = double(facts.n), d = double(facts.d), eps = query.target.epsilon;
  const double most = facts.G() * query.comparator_norm, sampling = most / std::sqrt(n);
  return sum_of({{"sampling", sampling},
                 {"privacy", std::min(most - sampling, most * std::sqrt(d) / (eps * n))}});
}

}  // namespace dpsco
