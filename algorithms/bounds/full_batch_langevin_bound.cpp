#include "algorithms/bounds/full_batch_langevin_bound.hpp"

#include <cmath>

#include "algorithms/bounds/tuning.hpp"
#include "framework/core/special.hpp"

namespace dpsco {

Outcome<Promise> FullBatchLangevinBound::value(const BoundQuery& query) const {
  const Facts& facts = query.facts;
  if (const std::string reason = unmet(facts); !reason.empty()) return Skip{reason};

  if (query.plan != nullptr) return Skip{"a limit of infinitely many steps covers no plan"};
  const double n = double(facts.n), G = facts.G(), R = query.comparator_norm;
  const double mu = gdp_mu(query.target.epsilon, query.target.delta);
  const double tr = facts.constants.hessian_trace;
  const auto promise = [&](double S, double k) {
    return sum_of({{"distance", (1 + k) * R * R / (2 * S)},
                   {"stability", 2 * G * G * S / (n * k) * (1 + std::expm1(-k) / k)},
                   {"noise", G * G * S * S * tr / (n * n * mu * mu * k)}});
  };
  const double scale = R * std::sqrt(n) / G;
  const auto best_S = [&](double k) {
    return best_argument([&](double S) { return promise(S, k).value; }, scale * 1e-5, scale * 1e3);
  };
  const double k =
      best_argument([&](double trial) { return promise(best_S(trial), trial).value; }, 1e-3, 1e2);
  return promise(best_S(k), k);
}

}  // namespace dpsco
