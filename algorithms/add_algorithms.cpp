#include "algorithms/add_algorithms.hpp"

#include "algorithms/bounds/ma2022_single_pass.hpp"
#include "algorithms/central/pnsgd.hpp"
#include "algorithms/central/sgd.hpp"
#include "algorithms/central/single_pass_dp_sgd.hpp"
#include "algorithms/central/zero.hpp"
#include "algorithms/decentralised/add_decentralised.hpp"

namespace dpsco {

void add_algorithms(Catalog& catalog) {
  catalog.algorithms.add<Pnsgd>();
  catalog.algorithms.add<Sgd>();
  catalog.algorithms.add<SinglePassDpSgd>();
  catalog.algorithms.add<Zero>();
  add_decentralised(catalog);

  catalog.bounds.add<Ma2022SinglePass>();
}

}  // namespace dpsco
