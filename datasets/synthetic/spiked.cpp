#include "datasets/synthetic/spiked.hpp"

namespace dpsco {

std::vector<double> SpikedDesign::eigenvalues() const {
  constexpr std::int64_t spikes = 5;
  std::vector<double> lambda(std::size_t(d), .5 / double(d - spikes));
  for (std::size_t j = 0; j < spikes; ++j) lambda[j] = .1;
  return lambda;
}

}  // namespace dpsco
