#include "datasets/synthetic/isotropic.hpp"

namespace dpsco {

std::vector<double> IsotropicDesign::eigenvalues() const {
  std::vector<double> lambda(std::size_t(d), 1 / double(d));
  return lambda;
}

}  // namespace dpsco
