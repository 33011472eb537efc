#include "algorithms/bounds/decentralised_gd.hpp"

#include <cmath>

#include <fmt/format.h>

#include "algorithms/bounds/decentralised_terms.hpp"

namespace dpsco {

Outcome<Promise> DecentralisedGd::value(const BoundQuery& query) const {
  const auto covered = descent_terms(query);
  if (!covered) return covered.skip();
  const DescentTerms& t = *covered;
  const double v = t.weight_variance, complement = t.network->complement_norm();
  const double q = std::sqrt(std::pow(t.network->contraction(), 2) + v * complement * complement);
  if (!(q < 1))
    return Skip{
        fmt::format("needs q < 1, has q = {:.4g}: these random weights may not contract; "
                    "take a smaller theta or lazy-metropolis weights",
                    q)};
  const double V = t.d * t.noise_variance;
  const double S = std::sqrt(t.N) * (t.eta * t.G + std::sqrt(V)) / (1 - q);
  return sum_of({{"distance", t.R * t.R / (2 * t.eta * t.K)},
                 {"gradient", t.eta * t.G * t.G / 2},
                 {"noise", V / (2 * t.eta * t.N)},
                 {"disagreement", 2 * t.G * S / std::sqrt(t.N)},
                 {"weights", v * std::pow(complement * S / t.N, 2) / (2 * t.eta)}});
}

}  // namespace dpsco
