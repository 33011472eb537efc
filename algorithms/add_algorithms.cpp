#include "algorithms/add_algorithms.hpp"

namespace dpsco {

void add_algorithms(Catalog& /*catalog*/) {}

}  // namespace dpsco
