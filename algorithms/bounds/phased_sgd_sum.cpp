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
  const double mu = gdp_mu(query.target.epsilon, query.target.delta);
  if (query.plan != nullptr && !plans(query, "phased-sgd")) return Skip{"covers phased-sgd only"};
  const auto promise = [&](double eta) {
    double gradient = 0, between = 0, first = 0, noise = 0;
    Index left = facts.n;
    for (int i = 1; left > 0; ++i) {
      const Index size = std::max<Index>(1, Index(std::floor(std::ldexp(double(facts.n), -i))));
      const double eta_i = eta * std::ldexp(1.0, -2 * i);
      if (i == 1) first = R * R / (2 * eta_i * double(size));
      if (i > 1) between += d * noise * noise / (2 * eta_i * double(size));
      gradient += eta_i * G * G / 2;
      noise = 2 * G * eta_i / mu;
      if (std::ldexp(double(facts.n), -i) < 2) break;
      left -= size;
    }
    return sum_of({{"distance", first},
                   {"noise between phases", between},
                   {"gradient", gradient},
                   {"last noise", G * noise * std::sqrt(d)}});
  };
  if (query.plan != nullptr) return promise(planned(query, "eta"));
  const double scale = R / (G * std::sqrt(double(facts.n)));
  return promise(
      best_argument([&](double eta) { return promise(eta).value; }, scale * 1e-6, scale * 1e4));
}

}  // namespace dpsco
