#include "algorithms/bounds/full_batch_langevin_bound.hpp"

#include <cmath>

#include "algorithms/bounds/tuning.hpp"
#include "framework/core/special.hpp"

namespace dpsco {

namespace {

Outcome<Promise> of_plan(const BoundQuery& query) {
  const Facts& facts = query.facts;
  if (!plans(query, "full-batch-langevin")) return Skip{"covers full-batch-langevin only"};
  if (parameter(query, "iterate") == "last") return Skip{"covers the average only"};
  const double T = planned(query, "T"), eta = planned(query, "eta"), k = planned(query, "k");
  if (const std::string reason = too_long(eta, facts); !reason.empty()) return Skip{reason};
  const double n = double(facts.n), G = facts.G(), R = query.comparator_norm;
  const double shrinkage = (1 + k * (T - 1) / T) / eta;
  const double forgotten = -std::expm1(T * std::log1p(-k / T));  // 1 - c^T
  return sum_of({{"distance", shrinkage * R * R / (2 * T)},
                 {"gradient", eta * G * G / 2},
                 {"noise", planned(query, "beta0") / 2 * facts.constants.hessian_trace},
                 {"stability", 2 * G * G * eta / n * ((T - k) / k) * (1 - forgotten / k)}});
}

}  // namespace

Outcome<Promise> FullBatchLangevinBound::value(const BoundQuery& query) const {
  const Facts& facts = query.facts;
  if (const std::string reason = unmet(facts); !reason.empty()) return Skip{reason};
  if (query.plan != nullptr) return of_plan(query);

  const double n = double(facts.n), G = facts.G(), R = query.comparator_norm;
  // As if replace_one's 2 G/n were what one record moves the gradient by.
  const double mu = gdp_mu(query.target.epsilon, query.target.delta) * 2 / moved(query);
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
