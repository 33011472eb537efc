#include "algorithms/bounds/arora2022_shape.hpp"

#include <algorithm>
#include <cmath>

#include "algorithms/bounds/tuning.hpp"

namespace dpsco {

Outcome<Promise> Arora2022Shape::value(const BoundQuery& query) const {
  const Facts& facts = query.facts;
  if (const std::string reason = unmet(facts); !reason.empty()) return Skip{reason};
  const double n = double(facts.n), d = double(facts.d), R = query.comparator_norm;
  const double n_eps = n * query.target.epsilon;
  return sum_of(
      {{"sampling", facts.G() * R / std::sqrt(n)},
       {"privacy", facts.L() * R * R * std::min(std::pow(n_eps, -2.0 / 3), std::sqrt(d) / n_eps)}});
}

}  // namespace dpsco
