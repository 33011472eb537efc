#include "algorithms/bounds/ma2022_single_pass.hpp"

#include <cmath>

#include "algorithms/central/single_pass_dp_sgd.hpp"
#include "framework/core/special.hpp"

namespace dpsco {

Outcome<Promise> Ma2022SinglePass::value(const BoundQuery& query) const {
  const Facts& facts = query.facts;
  const auto* single_pass = dynamic_cast<const SinglePassPlan*>(query.plan);
  if (single_pass == nullptr) return Skip{"covers single-pass-dp-sgd only"};
  if (single_pass->constant_shrinkage) return Skip{"covers lambda = 1/t only"};
  if (facts.regularisation > 0) return Skip{"covers unregularised losses only"};
  const double T = single_pass->T, eta0 = single_pass->eta0, G = facts.G();
  const double H_T = harmonic(std::int64_t(T));
  const double distance = query.comparator_norm;
  return sum_of({{"distance", G * H_T * distance * distance / (eta0 * std::sqrt(T))},
                 {"gradient", (1 + H_T - 1 / T) * eta0 * G / (4 * std::sqrt(T))},
                 {"noise", single_pass->beta0 / 2 * facts.constants.hessian_trace}});
}

}  // namespace dpsco
