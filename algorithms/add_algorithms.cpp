#include "algorithms/add_algorithms.hpp"

#include "algorithms/bounds/ma2022_single_pass.hpp"
#include "algorithms/central/approximate_minima_perturbation.hpp"
#include "algorithms/central/clip_no_noise.hpp"
#include "algorithms/central/dp_frank_wolfe.hpp"
#include "algorithms/central/dp_ftrl.hpp"
#include "algorithms/central/dp_sgd.hpp"
#include "algorithms/central/gd.hpp"
#include "algorithms/central/lbfgs.hpp"
#include "algorithms/central/newton_method.hpp"
#include "algorithms/central/objective_perturbation.hpp"
#include "algorithms/central/output_perturbation.hpp"
#include "algorithms/central/pnsgd.hpp"
#include "algorithms/central/private_newton.hpp"
#include "algorithms/central/sgd.hpp"
#include "algorithms/central/sgd_averaging.hpp"
#include "algorithms/central/sgd_last_iterate.hpp"
#include "algorithms/central/single_pass_dp_sgd.hpp"
#include "algorithms/central/zero.hpp"

namespace dpsco {

void add_algorithms(Catalog& catalog) {
  catalog.algorithms.add<ApproximateMinimaPerturbation>();
  catalog.algorithms.add<ClipNoNoise>();
  catalog.algorithms.add<DpFrankWolfe>();
  catalog.algorithms.add<DpFtrl>();
  catalog.algorithms.add<DpSgd>();
  catalog.algorithms.add<Gd>();
  catalog.algorithms.add<Lbfgs>();
  catalog.algorithms.add<NewtonMethod>();
  catalog.algorithms.add<ObjectivePerturbation>();
  catalog.algorithms.add<OutputPerturbation>();
  catalog.algorithms.add<Pnsgd>();
  catalog.algorithms.add<PrivateNewton>();
  catalog.algorithms.add<Sgd>();
  catalog.algorithms.add<SgdAveraging>();
  catalog.algorithms.add<SgdLastIterate>();
  catalog.algorithms.add<SinglePassDpSgd>();
  catalog.algorithms.add<Zero>();

  catalog.bounds.add<Ma2022SinglePass>();
}

}  // namespace dpsco
