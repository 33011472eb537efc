#include "algorithms/decentralised/add_decentralised.hpp"

#include "algorithms/decentralised/add_admm.hpp"
#include "algorithms/decentralised/dgd.hpp"
#include "algorithms/decentralised/dp_dgd.hpp"
#include "algorithms/decentralised/private_gd_random_weights.hpp"

namespace dpsco {

void add_decentralised(Catalog& catalog) {
  catalog.algorithms.add<Dgd>();
  catalog.algorithms.add<DpDgd>();
  catalog.algorithms.add<PrivateGdRandomWeights>();
  add_admm(catalog);
}

}  // namespace dpsco
