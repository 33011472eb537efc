#include "datasets/add_datasets.hpp"

#include "datasets/files/adult.hpp"
#include "datasets/files/libsvm.hpp"
#include "datasets/synthetic/isotropic.hpp"
#include "datasets/synthetic/low_rank.hpp"
#include "datasets/synthetic/power_law.hpp"
#include "datasets/synthetic/sparse_tail.hpp"
#include "datasets/synthetic/spiked.hpp"

namespace dpsco {

void add_datasets(Catalog& catalog) {
  catalog.datasets.add<SpikedDesign>();
  catalog.datasets.add<PowerLawDesign>();
  catalog.datasets.add<SparseTail>();
  catalog.datasets.add<IsotropicDesign>();
  catalog.datasets.add<LowRankDesign>();
  catalog.datasets.add<LibsvmFile>();
  catalog.datasets.add<Adult>();
}

}  // namespace dpsco
