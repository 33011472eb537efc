#include "algorithms/decentralised/dp_extra.hpp"

#include "algorithms/decentralised/extra.hpp"

namespace dpsco {

Outcome<std::shared_ptr<const Plan>> DpExtra::plan(const Facts& facts, const Budget& budget) const {
  auto planned = setup(facts);
  if (!planned) return planned.skip();
  auto step = noisy_step(*planned, facts, budget, wish(*planned, facts, dgd_limit(*planned)));
  if (!step) return step.skip();
  return {std::make_shared<ExtraPlan>(*std::move(planned), *step, release == "average")};
}

}  // namespace dpsco
