#include "algorithms/bounds/decentralised_terms.hpp"

#include <algorithm>

namespace dpsco {

Outcome<DescentTerms> descent_terms(const BoundQuery& query) {
  const auto* plan = dynamic_cast<const MixingPlan*>(query.plan);
  if (plan == nullptr) return Skip{"covers dgd, dp-dgd and random-weight-gd only"};
  const auto v = plan->weight_variance();
  if (!v) return Skip{"covers fixed weights and family = lazy only"};
  if (!plan->average) return Skip{"covers release = average only"};
  const Facts& facts = query.facts;
  if (facts.regularisation > 0) return Skip{"covers unregularised losses only"};
  const Setup& setup = plan->setup;
  const BroadcastNoise noise = plan->step_noise();
  return DescentTerms{.K = double(setup.rounds),
                      .N = double(setup.agents()),
                      .d = double(facts.d),
                      .eta = plan->eta,
                      .R = std::max(query.comparator_norm, facts.R()),
                      .G = facts.G() * setup.crowding,
                      .G_1 = facts.slope_bound() * facts.row_norm_1() * setup.crowding,
                      .noise_variance = noise.variance(double(facts.d)),
                      .weight_variance = *v,
                      .noise = noise.kind,
                      .network = setup.network.get()};
}

double mixing_squares(const DescentTerms& terms) {
  const double q = terms.network->contraction();
  return terms.K / terms.N + 1 / (1 - q * q);
}

}  // namespace dpsco
