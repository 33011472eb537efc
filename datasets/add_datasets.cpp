#include "datasets/add_datasets.hpp"

namespace dpsco {

void add_datasets(Catalog& /*catalog*/) {}

}  // namespace dpsco
