#include "algorithms/bounds/ma2022_single_pass.hpp"

#include <cmath>

#include "algorithms/central/single_pass_dp_sgd.hpp"
#include "framework/core/special.hpp"

namespace dpsco {

Outcome<double> Ma2022SinglePass::value(const Facts& facts,
                                        const Plan& plan,
                                        double comparator_norm) const {
  const auto* single_pass = dynamic_cast<const SinglePassPlan*>(&plan);
  if (single_pass == nullptr) return Skip{"covers single-pass-dp-sgd only"};
  if (facts.regularisation > 0) return Skip{"covers unregularised losses only"};
  const double T = single_pass->T, eta0 = single_pass->eta0, G = facts.G();
  const double H_T = harmonic(std::int64_t(T));
  return G * H_T * comparator_norm * comparator_norm / (eta0 * std::sqrt(T)) +
         (1 + H_T - 1 / T) * eta0 * G / (4 * std::sqrt(T)) +
         single_pass->beta0 / 2 * facts.constants.hessian_trace;
}

}  // namespace dpsco
