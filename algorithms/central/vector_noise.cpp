#include "algorithms/central/vector_noise.hpp"

#include <cmath>
#include <vector>

#include "framework/problem/matrix.hpp"

namespace dpsco {

void VectorNoise::add(Stream& stream, std::span<double> to) const {
  if (law == Law::none || to.empty()) return;
  if (law == Law::gaussian) {
    stream.scale_and_add_normals(to, 1, scale);
    return;
  }
  std::vector<double> direction(to.size());
  stream.normals(direction);
  double radius = 0;
  for (std::size_t j = 0; j < to.size(); ++j) radius -= std::log(stream.uniform());
  dpsco::add(scale * radius / norm(direction), DenseRow{direction}, to);
}

double VectorNoise::likely_norm(double d) const {
  switch (law) {
    case Law::none:
      return 0;
    case Law::gaussian:
      return scale * (std::sqrt(d) + std::sqrt(80.0));
    case Law::exponential_l2:
      return scale * (d + std::sqrt(80 * d) + 40);
  }
  return 0;  // not reached: the switch is complete
}

}  // namespace dpsco
