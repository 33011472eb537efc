#include "algorithms/decentralised/add_decentralised.hpp"

#include "algorithms/bounds/decentralised_gd.hpp"
#include "algorithms/bounds/decentralised_glm.hpp"
#include "algorithms/bounds/decentralised_l1.hpp"
#include "algorithms/decentralised/admm.hpp"
#include "algorithms/decentralised/decor.hpp"
#include "algorithms/decentralised/dgd.hpp"
#include "algorithms/decentralised/dp_admm.hpp"
#include "algorithms/decentralised/dp_dgd.hpp"
#include "algorithms/decentralised/dp_extra.hpp"
#include "algorithms/decentralised/dp_gradient_tracking.hpp"
#include "algorithms/decentralised/dvp.hpp"
#include "algorithms/decentralised/extra.hpp"
#include "algorithms/decentralised/m_admm.hpp"
#include "algorithms/decentralised/muffliato_gd.hpp"
#include "algorithms/decentralised/private_admm.hpp"
#include "algorithms/decentralised/private_exact_admm.hpp"
#include "algorithms/decentralised/pvp.hpp"
#include "algorithms/decentralised/random_coordinate.hpp"
#include "algorithms/decentralised/random_weight_gd.hpp"
#include "algorithms/decentralised/recycled_admm.hpp"
#include "algorithms/decentralised/secure_sum_gd.hpp"

namespace dpsco {

void add_decentralised(Catalog& catalog) {
  catalog.algorithms.add<Admm>();
  catalog.algorithms.add<Decor>();
  catalog.algorithms.add<Dgd>();
  catalog.algorithms.add<DpAdmm>();
  catalog.algorithms.add<DpDgd>();
  catalog.algorithms.add<DpExtra>();
  catalog.algorithms.add<DpGradientTracking>();
  catalog.algorithms.add<Dvp>();
  catalog.algorithms.add<Extra>();
  catalog.algorithms.add<MAdmm>();
  catalog.algorithms.add<MuffliatoGd>();
  catalog.algorithms.add<PrivateAdmm>();
  catalog.algorithms.add<PrivateExactAdmm>();
  catalog.algorithms.add<Pvp>();
  catalog.algorithms.add<RandomCoordinate>();
  catalog.algorithms.add<RandomWeightGd>();
  catalog.algorithms.add<RecycledAdmm>();
  catalog.algorithms.add<SecureSumGd>();

  catalog.bounds.add<DecentralisedGd>();
  catalog.bounds.add<DecentralisedGlm>();
  catalog.bounds.add<DecentralisedL1>();
}

}  // namespace dpsco
