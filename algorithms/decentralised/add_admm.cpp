#include "algorithms/decentralised/add_admm.hpp"

#include "algorithms/decentralised/admm.hpp"
#include "algorithms/decentralised/private_admm.hpp"
#include "algorithms/decentralised/private_exact_admm.hpp"

namespace dpsco {

void add_admm(Catalog& catalog) {
  catalog.algorithms.add<Admm>();
  catalog.algorithms.add<PrivateAdmm>();
  catalog.algorithms.add<PrivateExactAdmm>();
}

}  // namespace dpsco
