#include "algorithms/bounds/ma2022_constant_lambda.hpp"

#include <cmath>

#include "algorithms/bounds/tuning.hpp"
#include "framework/core/special.hpp"
#include "framework/ledger/schedule.hpp"

namespace dpsco {

Outcome<Promise> Ma2022ConstantLambda::value(const BoundQuery& query) const {
  const Facts& facts = query.facts;
  if (const std::string reason = unmet(facts); !reason.empty()) return Skip{reason};

  double T = 0, eta0 = 0, beta0 = 0;
  const double G = facts.G(), R = query.comparator_norm, tr = facts.constants.hessian_trace;
  if (query.plan == nullptr) {
    T = double(single_pass_horizon(facts.n));
    const double mu = gdp_mu(query.target.epsilon, query.target.delta);
    const double per_square = privacy_factor_constant(std::int64_t(T)) / (T * mu * mu);
    eta0 = best_eta0((2 - 1 / T) * G * R * R / std::sqrt(T),
                     (1 + harmonic(std::int64_t(T) - 1)) * G / (4 * std::sqrt(T)),
                     per_square / 2 * tr);
    beta0 = per_square * eta0 * eta0;
  } else {
    if (!plans(query, "single-pass-dp-sgd") || parameter(query, "lambda") != "constant")
      return Skip{"covers single-pass-dp-sgd with lambda = constant only"};
    T = planned(query, "T");
    eta0 = planned(query, "eta") * 2 * G * std::sqrt(T);
    beta0 = planned(query, "beta0");
  }
  const double root = std::sqrt(T);
  return sum_of({{"distance", (2 - 1 / T) * G * R * R / (eta0 * root)},
                 {"gradient", (1 + harmonic(std::int64_t(T) - 1)) * eta0 * G / (4 * root)},
                 {"noise", beta0 / 2 * tr}});
}

}  // namespace dpsco
