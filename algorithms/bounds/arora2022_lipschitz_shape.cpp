#include "algorithms/bounds/arora2022_lipschitz_shape.hpp"

#include <algorithm>
#include <cmath>

#include "algorithms/bounds/tuning.hpp"

namespace dpsco {

Outcome<Promise> Arora2022LipschitzShape::value(const BoundQuery& query) const {
  const Facts& facts = query.facts;
  if (const std::string reason = unmet(facts); !reason.empty()) return Skip{reason};
  const double n = double(facts.n), n_eps = n * query.target.epsilon;
  const double GR = facts.G() * query.comparator_norm;
  const auto rank = double(std::min(facts.rank.value_or(facts.d), std::min(facts.n, facts.d)));
  return sum_of({{"sampling", GR / std::sqrt(n)},
                 {"privacy", GR * std::min(1 / std::sqrt(n_eps), std::sqrt(rank) / n_eps)}});
}

}  // namespace dpsco
