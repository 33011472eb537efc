#include "algorithms/bounds/bassily2014_shape.hpp"

#include <cmath>

#include "algorithms/bounds/tuning.hpp"

namespace dpsco {

Outcome<Promise> Bassily2014Shape::value(const BoundQuery& query) const {
  const Facts& facts = query.facts;
  if (const std::string reason = unmet(facts); !reason.empty()) return Skip{reason};
  const auto n = double(facts.n);
  const double eps = query.target.epsilon;
  const double delta = query.target.delta;
  const auto d = double(facts.d);
  const double G = facts.G(), R = query.comparator_norm;
  return sum_of({{"privacy",
                  G * R * std::pow(std::log(n / delta), 1.5) * std::sqrt(d * std::log(1 / delta)) /
                      (n * eps)}});
}

}  // namespace dpsco
