#include "algorithms/add_algorithms.hpp"

#include "algorithms/bounds/add_bounds.hpp"
#include "algorithms/central/full_batch_langevin.hpp"
#include "algorithms/central/multi_pass_dp_sgd.hpp"
#include "algorithms/central/noisy_gd.hpp"
#include "algorithms/central/phased_sgd.hpp"
#include "algorithms/central/pnsgd.hpp"
#include "algorithms/central/sgd.hpp"
#include "algorithms/central/single_pass_dp_sgd.hpp"
#include "algorithms/central/zero.hpp"
#include "algorithms/decentralised/add_decentralised.hpp"

namespace dpsco {

void add_algorithms(Catalog& catalog) {
  catalog.algorithms.add<FullBatchLangevin>();
  catalog.algorithms.add<MultiPassDpSgd>();
  catalog.algorithms.add<NoisyGd>();
  catalog.algorithms.add<PhasedSgd>();
  catalog.algorithms.add<Pnsgd>();
  catalog.algorithms.add<Sgd>();
  catalog.algorithms.add<SinglePassDpSgd>();
  catalog.algorithms.add<Zero>();
  add_decentralised(catalog);

  add_bounds(catalog);
}

}  // namespace dpsco
