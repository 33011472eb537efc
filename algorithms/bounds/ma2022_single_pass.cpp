#include "algorithms/bounds/ma2022_single_pass.hpp"

#include <cmath>

#include "algorithms/bounds/tuning.hpp"
#include "framework/core/special.hpp"
#include "framework/ledger/schedule.hpp"

namespace dpsco {

Outcome<Promise> Ma2022SinglePass::value(const BoundQuery& query) const {
  const Facts& facts = query.facts;
  if (const std::string reason = unmet(facts); !reason.empty()) return Skip{reason};

  double T = 0, eta0 = 0, beta0 = 0;
  const double G = facts.G(), R = query.comparator_norm, tr = facts.constants.hessian_trace;
  if (query.plan == nullptr) {
    T = double(single_pass_horizon(facts.n));
    const double mu = gdp_mu(query.target.epsilon, query.target.delta);
    const double per_square = privacy_factor_harmonic(std::int64_t(T)) / (T * mu * mu);
    eta0 = best_eta0(G * harmonic(std::int64_t(T)) * R * R / std::sqrt(T),
                     (1 + harmonic(std::int64_t(T) - 1)) * G / (4 * std::sqrt(T)),
                     per_square / 2 * tr);
    beta0 = per_square * eta0 * eta0;
  } else {
    if (!plans(query, "single-pass-dp-sgd")) return Skip{"covers single-pass-dp-sgd only"};
    if (parameter(query, "lambda") == "constant")
      return Skip{"covers lambda = 1/t; ma2022-constant-lambda covers the other"};
    T = planned(query, "T");
    eta0 = planned(query, "eta") * 2 * G * std::sqrt(T);
    beta0 = planned(query, "beta0");
  }
  const double H_T = harmonic(std::int64_t(T)), root = std::sqrt(T);
  return sum_of({{"distance", G * H_T * R * R / (eta0 * root)},
                 {"gradient", (1 + H_T - 1 / T) * eta0 * G / (4 * root)},
                 {"noise", beta0 / 2 * tr}});
}

}  // namespace dpsco
