#include "algorithms/bounds/decentralised_l1.hpp"

#include <cmath>

#include "algorithms/bounds/decentralised_terms.hpp"

namespace dpsco {

Outcome<Promise> DecentralisedL1::value(const BoundQuery& query) const {
  const auto covered = descent_terms(query);
  if (!covered) return covered.skip();
  const DescentTerms& t = *covered;
  if (t.weight_variance > 0) return Skip{"covers fixed weights only"};
  if (t.noise == BroadcastNoise::Kind::exponential)
    return Skip{"covers noise that is independent between coordinates: gaussian or laplace"};
  const double open = 1 - t.network->contraction(), A = mixing_squares(t);
  const double logarithm = std::log(2 * t.d), sigma = std::sqrt(t.noise_variance);
  double largest = sigma * std::sqrt(2 * logarithm * A);
  if (t.noise == BroadcastNoise::Kind::laplace)
    largest = A >= logarithm ? 2 * sigma * std::sqrt(logarithm * A) : sigma * (logarithm + A);
  return sum_of({{"distance", t.R * t.R / (2 * t.eta * t.K)},
                 {"gradient", t.eta * t.G * t.G / 2},
                 {"disagreement", 3 * t.eta * t.G * t.G / open},
                 {"noise", 3 * t.G_1 * largest}});
}

}  // namespace dpsco
