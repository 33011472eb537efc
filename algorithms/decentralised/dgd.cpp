#include "algorithms/decentralised/dgd.hpp"

#include "algorithms/decentralised/descent.hpp"

namespace dpsco {

Outcome<std::shared_ptr<const Plan>> Dgd::plan(const Facts& facts, const Budget& budget) const {
  const auto network = this->network(facts);
  if (!network) return network.skip();
  const Mixing mixing = make_mixing(*network, weights);
  std::map<std::string, double> numbers = {{"K", double(rounds)},
                                           {"eta", eta},
                                           {"edges", double(network->edges().size())},
                                           {"spectral_gap", mixing.spectral_gap()}};
  return {std::make_shared<DescentPlan>(
      Ledger{.adjacency = budget.target.adjacency, .events = {{.mechanism = NonPrivate{}}}},
      std::move(numbers),
      *this,
      *network,
      mixing,
      eta,
      NoiseKind::gaussian,
      0)};
}

}  // namespace dpsco
