#include "algorithms/decentralised/admm.hpp"

#include "algorithms/decentralised/admm_plan.hpp"

namespace dpsco {

Outcome<std::shared_ptr<const Plan>> Admm::plan(const Facts& facts, const Budget& budget) const {
  const auto network = this->network(facts);
  if (!network) return network.skip();
  const auto constants = admm_constants(*this, facts, *network, subproblem == "linearised", true);
  if (!constants) return constants.skip();
  return {std::make_shared<AdmmPlan>(
      Ledger{.adjacency = budget.target.adjacency, .events = {{.mechanism = NonPrivate{}}}},
      admm_numbers(*this, *network, *constants),
      *this,
      *network,
      *constants)};
}

}  // namespace dpsco
