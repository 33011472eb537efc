#include "algorithms/bounds/noisy_gd_sum.hpp"

#include <cmath>

#include "algorithms/bounds/tuning.hpp"
#include "framework/core/special.hpp"

namespace dpsco {

Outcome<Promise> noisy_gd_sum(const BoundQuery& query, double r) {
  const Facts& facts = query.facts;
  const double n = double(facts.n), G = facts.G(), R = query.comparator_norm;
  if (query.plan == nullptr) {
    const double per_step =
        moved(query) * G / (n * gdp_mu(query.target.epsilon, query.target.delta));
    const double noise = r * per_step * per_step / 2;
    const double S = R / std::sqrt(2 * (G * G / n + noise));
    return sum_of(
        {{"distance", R * R / (2 * S)}, {"stability", S * G * G / n}, {"noise", S * noise}});
  }
  if (parameter(query, "iterate") == "last") return Skip{"covers the average only"};
  const double T = planned(query, "T"), eta = planned(query, "eta"), s = planned(query, "sigma");
  if (const std::string reason = too_long(eta, facts); !reason.empty()) return Skip{reason};
  if (leaves_ball(query)) return Skip{"the point compared with lies outside the ball projected on"};
  return sum_of({{"distance", R * R / (2 * eta * (T + 1))},
                 {"gradient", eta / 2 * G * G},
                 {"noise", eta / 2 * r * s * s},
                 {"stability", G * G * eta * T / n}});
}

}  // namespace dpsco
