#include "algorithms/decentralised/add_admm.hpp"

#include "algorithms/decentralised/admm.hpp"
#include "algorithms/decentralised/dp_admm.hpp"
#include "algorithms/decentralised/dvp.hpp"
#include "algorithms/decentralised/m_admm.hpp"
#include "algorithms/decentralised/private_admm.hpp"
#include "algorithms/decentralised/private_exact_admm.hpp"
#include "algorithms/decentralised/pvp.hpp"
#include "algorithms/decentralised/recycled_admm.hpp"

namespace dpsco {

void add_admm(Catalog& catalog) {
  catalog.algorithms.add<Admm>();
  catalog.algorithms.add<DpAdmm>();
  catalog.algorithms.add<Dvp>();
  catalog.algorithms.add<MAdmm>();
  catalog.algorithms.add<PrivateAdmm>();
  catalog.algorithms.add<PrivateExactAdmm>();
  catalog.algorithms.add<Pvp>();
  catalog.algorithms.add<RecycledAdmm>();
}

}  // namespace dpsco
