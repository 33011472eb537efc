#include "algorithms/decentralised/local_noise.hpp"

#include <algorithm>
#include <cmath>

#include "framework/core/check.hpp"

namespace dpsco {

NoiseKind noise_kind(std::string_view name) {
  if (name == "gaussian") return NoiseKind::gaussian;
  if (name == "laplace") return NoiseKind::laplace;
  require(name == "exponential-l2", "unknown noise '{}': expected one of {}", name, noise_names);
  return NoiseKind::exponential_l2;
}

void add_noise(NoiseKind kind, Stream& stream, std::span<double> x, double scale) {
  if (kind == NoiseKind::gaussian) {
    stream.scale_and_add_normals(x, 1, scale);
  } else if (kind == NoiseKind::laplace) {
    for (double& v : x) {
      const double u = stream.uniform() - 0.5;  // never an end point
      v -= scale * std::copysign(std::log1p(-2 * std::abs(u)), u);
    }
  } else {
    // Uniform direction, and a radius from the Gamma law of shape d.
    std::vector<double> direction(x.size());
    double size = 0;
    while (!(size > 0)) {
      stream.normals(direction);
      size = norm(direction);
    }
    double radius = 0;
    for (std::size_t l = 0; l < x.size(); ++l) radius -= std::log(stream.uniform());
    add(scale * radius / size, DenseRow{direction}, x);
  }
}

Outcome<PlannedNoise> plan_noise(NoiseKind kind,
                                 const GradientSensitivity& B,
                                 std::int64_t count,
                                 const Budget& budget) {
  const Adjacency adjacency = budget.target.adjacency;
  const double factor = sensitivity_factor(0, adjacency);
  const auto ledger_at = [&](double z) {
    Mechanism mechanism;
    if (kind == NoiseKind::gaussian) mechanism = Gaussian{.noise_multiplier = z};
    if (kind == NoiseKind::laplace) mechanism = Laplace{.noise_multiplier = z};
    if (kind == NoiseKind::exponential_l2)
      mechanism = ExponentialNoiseL2{.rate = 1 / z, .sensitivity = factor};
    return Ledger{.adjacency = adjacency,
                  .events = {{.mechanism = std::move(mechanism), .count = count}}};
  };
  const auto z = budget.calibrator->smallest_scale(ledger_at, budget.target);
  if (!z) return z.skip();
  const double contribution = (kind == NoiseKind::laplace ? B.one : B.two) / factor;
  // The last factor: never below z C by rounding.
  return PlannedNoise{.ledger = ledger_at(*z), .scale = *z * contribution * (1 + 1e-14)};
}

}  // namespace dpsco
