#include "algorithms/bounds/decentralised_glm.hpp"

#include <cmath>

#include "algorithms/bounds/decentralised_terms.hpp"

namespace dpsco {

Outcome<Promise> DecentralisedGlm::value(const BoundQuery& query) const {
  const auto covered = descent_terms(query);
  if (!covered) return covered.skip();
  const DescentTerms& t = *covered;
  if (t.weight_variance > 0) return Skip{"covers fixed weights only"};
  const double open = 1 - t.network->contraction();
  return sum_of({{"distance", t.R * t.R / (2 * t.eta * t.K)},
                 {"gradient", t.eta * t.G * t.G / 2},
                 {"disagreement", 3 * t.eta * t.G * t.G / open},
                 {"noise", 3 * t.G * std::sqrt(t.noise_variance * mixing_squares(t))}});
}

}  // namespace dpsco
