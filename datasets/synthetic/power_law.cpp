#include "datasets/synthetic/power_law.hpp"

namespace dpsco {

std::vector<double> PowerLawDesign::eigenvalues() const {
  std::vector<double> lambda(static_cast<std::size_t>(d));
  double harmonic = 0;
  for (std::size_t j = lambda.size(); j > 0; --j) harmonic += 1 / double(j);  // small ones first
  for (std::size_t j = 0; j < lambda.size(); ++j) lambda[j] = 1 / (double(j + 1) * harmonic);
  return lambda;
}

}  // namespace dpsco
