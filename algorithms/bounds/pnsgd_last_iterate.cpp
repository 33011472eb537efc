#include "algorithms/bounds/pnsgd_last_iterate.hpp"

#include <algorithm>
#include <cmath>

#include "algorithms/bounds/tuning.hpp"
#include "framework/core/special.hpp"
#include "framework/ledger/schedule.hpp"

namespace dpsco {

Outcome<Promise> PnsgdLastIterate::value(const BoundQuery& query) const {
  const Facts& facts = query.facts;
  if (const std::string reason = unmet(facts); !reason.empty()) return Skip{reason};

  const double G = facts.G(), R = query.comparator_norm, d = double(facts.d);
  double T = 0, eta = 0, sigma = 0;
  if (query.plan == nullptr) {
    T = double(single_pass_horizon(facts.n));
    const double mu = gdp_mu(query.target.epsilon, query.target.delta);
    double kappa = 2 * T;
    for (std::int64_t t = 2; t <= std::int64_t(T); ++t) {
      const auto m = double(growing_batch(t, std::int64_t(T)));
      kappa = std::min(kappa, 2 * m * m * (T - double(t) + 1) / T);
    }
    const double noise = G * std::sqrt(8 / (kappa * T * mu * mu));
    eta = R / (std::sqrt(G * G + d * noise * noise) *
               std::sqrt(T * (1 + harmonic(std::int64_t(T) - 1))));
    eta = std::min(eta, 2 / facts.L());  // beyond, the method's steps do not contract
    sigma = noise * eta;
  } else {
    if (!plans(query, "pnsgd")) return Skip{"covers pnsgd only"};
    if (leaves_ball(query))
      return Skip{"the point compared with lies outside the ball projected on"};
    T = planned(query, "T");
    eta = planned(query, "eta");
    sigma = planned(query, "sigma");
  }
  const double logs = 1 + harmonic(std::int64_t(T) - 1);
  return sum_of({{"distance", R * R / (2 * eta * T)},
                 {"gradient", logs * eta / 2 * G * G},
                 {"noise", logs * d * sigma * sigma / (2 * eta)}});
}

}  // namespace dpsco
