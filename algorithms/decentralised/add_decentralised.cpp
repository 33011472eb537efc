#include "algorithms/decentralised/add_decentralised.hpp"

#include "algorithms/decentralised/dgd.hpp"
#include "algorithms/decentralised/dp_dgd.hpp"
#include "algorithms/decentralised/random_weight_gd.hpp"

namespace dpsco {

void add_decentralised(Catalog& catalog) {
  catalog.algorithms.add<Dgd>();
  catalog.algorithms.add<DpDgd>();
  catalog.algorithms.add<RandomWeightGd>();
}

}  // namespace dpsco
