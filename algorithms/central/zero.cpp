#include "algorithms/central/zero.hpp"

namespace dpsco {

namespace {

struct ZeroPlan final : Plan {
  using Plan::Plan;
  Solution run(const Problem& problem, RunContext& /*context*/) const override {
    return {.w = std::vector<double>(std::size_t(problem.data.dimension()), 0.0)};
  }
};

}  // namespace

Outcome<std::shared_ptr<const Plan>> Zero::plan(const Facts& /*facts*/,
                                                const Budget& budget) const {
  return {std::make_shared<ZeroPlan>(Ledger{.adjacency = budget.target.adjacency})};
}

}  // namespace dpsco
