#include "algorithms/bounds/noisy_gd_by_d.hpp"

#include <cmath>

#include "algorithms/bounds/tuning.hpp"
#include "framework/core/special.hpp"

namespace dpsco {

Outcome<Promise> NoisyGdByD::value(const BoundQuery& query) const {
  const Facts& facts = query.facts;
  if (const std::string reason = unmet(facts); !reason.empty()) return Skip{reason};

  const double n = double(facts.n), G = facts.G(), R = query.comparator_norm;
  const double r = double(facts.d);
  if (query.plan == nullptr) {
    const double mu = gdp_mu(query.target.epsilon, query.target.delta);
    const double rate = G * G / n + 2 * r * G * G / (n * n * mu * mu);
    const double S = R / std::sqrt(2 * rate);
    return sum_of({{"distance", R * R / (2 * S)},
                   {"stability", S * G * G / n},
                   {"noise", S * 2 * r * G * G / (n * n * mu * mu)}});
  }
  if (!plans(query, "noisy-gd")) return Skip{"covers noisy-gd only"};
  if (parameter(query, "iterate") == "last") return Skip{"covers the average only"};
  const double T = planned(query, "T"), eta = planned(query, "eta"), s = planned(query, "sigma");
  return sum_of({{"distance", R * R / (2 * eta * T)},
                 {"gradient", eta / 2 * G * G},
                 {"noise", eta / 2 * r * s * s},
                 {"stability", G * G * eta * T / n}});
}

}  // namespace dpsco
