#include "algorithms/bounds/average_regret.hpp"

#include "algorithms/bounds/multi_pass_sums.hpp"
#include "algorithms/bounds/tuning.hpp"

namespace dpsco {

Outcome<AverageRegret> average_regret(const BoundQuery& query) {
  if (const std::string reason = unmet(query.facts); !reason.empty()) return Skip{reason};
  if (plans(query, "multi-pass-dp-sgd")) {
    const MultiPass pass(query);
    return AverageRegret{.T = pass.T,
                         .beta0 = pass.beta0,
                         .shrinkage = 1 / pass.last_step,
                         .mean_step = pass.steps / pass.T};
  }
  if (!plans(query, "single-pass-dp-sgd"))
    return Skip{"covers plans of single-pass-dp-sgd and multi-pass-dp-sgd only"};
  return AverageRegret{.T = planned(query, "T"),
                       .beta0 = planned(query, "beta0"),
                       .shrinkage = shrinkage_sum(query),
                       .mean_step = planned(query, "eta")};
}

}  // namespace dpsco
