#include "algorithms/bounds/song2021_shape.hpp"

#include <algorithm>
#include <cmath>

#include "algorithms/bounds/tuning.hpp"

namespace dpsco {

Outcome<Promise> Song2021Shape::value(const BoundQuery& query) const {
  const Facts& facts = query.facts;
  if (const std::string reason = unmet(facts); !reason.empty()) return Skip{reason};
  const auto n = double(facts.n);
  const double eps = query.target.epsilon;
  const auto rank = double(std::min(facts.rank.value_or(facts.d), std::min(facts.n, facts.d)));
  const double G = facts.G(), R = query.comparator_norm;
  return sum_of({{"privacy", G * R * std::sqrt(rank) / (eps * n)}});
}

}  // namespace dpsco
