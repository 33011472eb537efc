#include "algorithms/decentralised/admm.hpp"

#include "algorithms/decentralised/admm_plan.hpp"

namespace dpsco {

Outcome<std::shared_ptr<const Plan>> Admm::plan(const Facts& facts, const Budget& budget) const {
  auto planned = setup(facts);
  if (!planned) return planned.skip();
  const auto constants = admm_constants(*this, *planned, subproblem == "linearised", true);
  if (!constants) return constants.skip();
  const Adjacency adjacency = budget.target.adjacency;
  auto numbers = admm_numbers(*planned, adjacency, *constants);
  return {std::make_shared<AdmmPlan>(
      Ledger{.adjacency = adjacency, .events = {{.mechanism = NonPrivate{}}}},
      std::move(numbers),
      *std::move(planned),
      *constants)};
}

}  // namespace dpsco
