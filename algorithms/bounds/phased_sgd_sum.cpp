#include "algorithms/bounds/phased_sgd_sum.hpp"

#include <algorithm>
#include <cmath>

#include "algorithms/bounds/tuning.hpp"
#include "framework/core/special.hpp"

namespace dpsco {

Outcome<Promise> PhasedSgdSum::value(const BoundQuery& query) const {
  const Facts& facts = query.facts;
  if (const std::string reason = unmet(facts); !reason.empty()) return Skip{reason};

  const double G = facts.G(), R = query.comparator_norm, d = double(facts.d);
  if (query.plan != nullptr && !plans(query, "phased-sgd")) return Skip{"covers phased-sgd only"};
  if (query.plan != nullptr && leaves_ball(query))
    return Skip{"the point compared with lies outside the ball projected on"};
  // With a plan its own noise, which another accountant may have set larger than mu asks for.
  const double mu = query.plan != nullptr ? 2 / planned(query, "noise_multiplier")
                                          : gdp_mu(query.target.epsilon, query.target.delta);
  const auto promise = [&](double eta) {
    double gradient = 0, between = 0, first = 0, noise = 0;
    for (int i = 1; (facts.n >> i) >= 1; ++i) {
      const double size = double(facts.n >> i), eta_i = std::ldexp(eta, -2 * i);
      if (i == 1) first = R * R / (2 * eta_i * size);
      if (i > 1) between += d * noise * noise / (2 * eta_i * size);
      gradient += eta_i * G * G / 2;
      noise = 2 * G * eta_i / mu;
    }
    return sum_of({{"distance", first},
                   {"noise between phases", between},
                   {"gradient", gradient},
                   {"last noise", G * noise * std::sqrt(d)}});
  };
  if (query.plan != nullptr) return promise(planned(query, "eta"));
  // A/eta + B eta, least at sqrt(A/B); the method's steps contract for eta_1 = eta/4 <= 2/L only.
  const Promise at_one = promise(1);
  const double A = at_one.terms.front().second, B = at_one.value - A;
  return promise(std::min(std::sqrt(A / B), 8 / facts.L()));
}

}  // namespace dpsco
