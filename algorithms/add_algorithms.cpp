#include "algorithms/add_algorithms.hpp"

#include "algorithms/bounds/add_bounds.hpp"
#include "algorithms/central/approximate_minima_perturbation.hpp"
#include "algorithms/central/clip_no_noise.hpp"
#include "algorithms/central/dp_frank_wolfe.hpp"
#include "algorithms/central/dp_ftrl.hpp"
#include "algorithms/central/dp_sgd.hpp"
#include "algorithms/central/full_batch_langevin.hpp"
#include "algorithms/central/gd.hpp"
#include "algorithms/central/lbfgs.hpp"
#include "algorithms/central/minibatch_noisy_sgd.hpp"
#include "algorithms/central/multi_pass_dp_sgd.hpp"
#include "algorithms/central/newton_method.hpp"
#include "algorithms/central/noisy_gd.hpp"
#include "algorithms/central/noisy_sgd_bst14.hpp"
#include "algorithms/central/nonsmooth_noisy_sgd.hpp"
#include "algorithms/central/objective_perturbation.hpp"
#include "algorithms/central/output_perturbation.hpp"
#include "algorithms/central/phased_sgd.hpp"
#include "algorithms/central/pnsgd.hpp"
#include "algorithms/central/private_newton.hpp"
#include "algorithms/central/private_tuning.hpp"
#include "algorithms/central/sgd.hpp"
#include "algorithms/central/sgd_averaging.hpp"
#include "algorithms/central/sgd_last_iterate.hpp"
#include "algorithms/central/single_pass_dp_sgd.hpp"
#include "algorithms/central/zero.hpp"
#include "algorithms/decentralised/add_decentralised.hpp"

namespace dpsco {

void add_algorithms(Catalog& catalog) {
  catalog.algorithms.add<ApproximateMinimaPerturbation>();
  catalog.algorithms.add<ClipNoNoise>();
  catalog.algorithms.add<DpFrankWolfe>();
  catalog.algorithms.add<DpFtrl>();
  catalog.algorithms.add<DpSgd>();
  catalog.algorithms.add<FullBatchLangevin>();
  catalog.algorithms.add<Gd>();
  catalog.algorithms.add<Lbfgs>();
  catalog.algorithms.add<MinibatchNoisySgd>();
  catalog.algorithms.add<MultiPassDpSgd>();
  catalog.algorithms.add<NewtonMethod>();
  catalog.algorithms.add<NoisyGd>();
  catalog.algorithms.add<NoisySgdBst14>();
  catalog.algorithms.add<NonsmoothNoisySgd>();
  catalog.algorithms.add<ObjectivePerturbation>();
  catalog.algorithms.add<OutputPerturbation>();
  catalog.algorithms.add<PhasedSgd>();
  catalog.algorithms.add<Pnsgd>();
  catalog.algorithms.add<PrivateNewton>();
  catalog.algorithms.add<PrivateTuning>();
  catalog.algorithms.add<Sgd>();
  catalog.algorithms.add<SgdAveraging>();
  catalog.algorithms.add<SgdLastIterate>();
  catalog.algorithms.add<SinglePassDpSgd>();
  catalog.algorithms.add<Zero>();
  add_decentralised(catalog);

  add_bounds(catalog);
}

}  // namespace dpsco
