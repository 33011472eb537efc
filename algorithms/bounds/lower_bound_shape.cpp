#include "algorithms/bounds/lower_bound_shape.hpp"

#include <cmath>

#include "algorithms/bounds/tuning.hpp"

namespace dpsco {

Outcome<Promise> LowerBoundShape::value(const BoundQuery& query) const {
  const Facts& facts = query.facts;
  if (const std::string reason = unmet(facts); !reason.empty()) return Skip{reason};
  const auto n = double(facts.n);
  const double eps = query.target.epsilon;
  const auto d = double(facts.d);
  const double G = facts.G(), R = query.comparator_norm;
  return sum_of(
      {{"sampling", G * R / std::sqrt(n)}, {"privacy", G * R * std::sqrt(d) / (eps * n)}});
}

}  // namespace dpsco
