#include "algorithms/bounds/bassily2019_shape.hpp"

#include <cmath>

#include "algorithms/bounds/tuning.hpp"

namespace dpsco {

Outcome<Promise> Bassily2019Shape::value(const BoundQuery& query) const {
  const Facts& facts = query.facts;
  if (const std::string reason = unmet(facts); !reason.empty()) return Skip{reason};
  const auto n = double(facts.n);
  const double eps = query.target.epsilon;
  const double delta = query.target.delta;
  const auto d = double(facts.d);
  const double G = facts.G(), R = query.comparator_norm;
  return sum_of({{"sampling", G * R / std::sqrt(n)},
                 {"privacy", G * R * std::sqrt(d * std::log(1 / delta)) / (eps * n)}});
}

}  // namespace dpsco
