#include "algorithms/bounds/arora2022_shape.hpp"

#include <algorithm>
#include <cmath>

#include "algorithms/bounds/tuning.hpp"

namespace dpsco {

Outcome<Promise> Arora2022Shape::value(const BoundQuery& query) const {
  const Facts& facts = query.facts;
  if (const std::string reason = unmet(facts); !reason.empty()) return Skip{reason};
  const auto n = double(facts.n);
  const double eps = query.target.epsilon;
  const auto d = double(facts.d);
  const double G = facts.G(), R = query.comparator_norm;
  return sum_of({{"sampling", G * R / std::sqrt(n)},
                 {"privacy",
                  std::min(G * G * R * R / std::pow(n * eps, 2.0 / 3),
                           std::sqrt(d) * G * G * R * R / (n * eps))}});
}

}  // namespace dpsco
