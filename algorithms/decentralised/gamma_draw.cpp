#include "algorithms/decentralised/gamma_draw.hpp"

#include <cmath>

namespace dpsco {

double gamma_draw(Stream& stream, double shape) {
  if (shape < 1) {
    const double boost = std::pow(stream.uniform(), 1 / shape);
    return gamma_draw(stream, shape + 1) * boost;
  }
  const double d = shape - 1.0 / 3, c = 1 / std::sqrt(9 * d);
  for (;;) {
    double z = 0;
    stream.normals({&z, 1});
    const double root = 1 + c * z;
    if (root <= 0) continue;
    const double v = root * root * root;
    if (std::log(stream.uniform()) < z * z / 2 + d * (1 - v + std::log(v))) return d * v;
  }
}

}  // namespace dpsco
