#include "algorithms/bounds/add_bounds.hpp"

#include "algorithms/bounds/arora2022_lipschitz_shape.hpp"
#include "algorithms/bounds/arora2022_shape.hpp"
#include "algorithms/bounds/bassily2014_shape.hpp"
#include "algorithms/bounds/bassily2019_shape.hpp"
#include "algorithms/bounds/full_batch_langevin_bound.hpp"
#include "algorithms/bounds/lower_bound_shape.hpp"
#include "algorithms/bounds/ma2022_constant_lambda.hpp"
#include "algorithms/bounds/ma2022_corollary1.hpp"
#include "algorithms/bounds/ma2022_corollary1_trace.hpp"
#include "algorithms/bounds/ma2022_corollary2.hpp"
#include "algorithms/bounds/ma2022_corollary3.hpp"
#include "algorithms/bounds/ma2022_proposition2.hpp"
#include "algorithms/bounds/ma2022_proposition2_w1.hpp"
#include "algorithms/bounds/ma2022_single_pass.hpp"
#include "algorithms/bounds/ma2022_theorem1_printed.hpp"
#include "algorithms/bounds/ma2022_theorem2.hpp"
#include "algorithms/bounds/noisy_gd_by_d.hpp"
#include "algorithms/bounds/noisy_gd_by_rank.hpp"
#include "algorithms/bounds/phased_sgd_sum.hpp"
#include "algorithms/bounds/pnsgd_last_iterate.hpp"
#include "algorithms/bounds/song2021_shape.hpp"

namespace dpsco {

void add_bounds(Catalog& catalog) {
  catalog.bounds.add<Ma2022SinglePass>();
  catalog.bounds.add<Ma2022ConstantLambda>();
  catalog.bounds.add<Ma2022Theorem1Printed>();
  catalog.bounds.add<Ma2022Theorem2>();
  catalog.bounds.add<Ma2022Corollary1>();
  catalog.bounds.add<Ma2022Corollary1Trace>();
  catalog.bounds.add<Ma2022Corollary2>();
  catalog.bounds.add<Ma2022Corollary3>();
  catalog.bounds.add<Ma2022Proposition2>();
  catalog.bounds.add<Ma2022Proposition2W1>();
  catalog.bounds.add<FullBatchLangevinBound>();
  catalog.bounds.add<NoisyGdByD>();
  catalog.bounds.add<NoisyGdByRank>();
  catalog.bounds.add<PhasedSgdSum>();
  catalog.bounds.add<PnsgdLastIterate>();
  catalog.bounds.add<Bassily2014Shape>();
  catalog.bounds.add<Bassily2019Shape>();
  catalog.bounds.add<Song2021Shape>();
  catalog.bounds.add<Arora2022Shape>();
  catalog.bounds.add<Arora2022LipschitzShape>();
  catalog.bounds.add<LowerBoundShape>();
}

}  // namespace dpsco
