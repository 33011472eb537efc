#include "algorithms/decentralised/broadcast_noise.hpp"

#include <cassert>
#include <cmath>

#include "algorithms/decentralised/gamma_draw.hpp"
#include "framework/core/check.hpp"
#include "framework/problem/matrix.hpp"

namespace dpsco {

void BroadcastNoise::add_to(std::span<double> out,
                            Stream& stream,
                            std::span<double> scratch) const {
  assert(scratch.size() == out.size());
  switch (kind) {
    case Kind::none:
      return;
    case Kind::laplace:
      for (double& x : out) {
        // Both ends are exact multiples of 2^-53 away from 0: neither logarithm meets it.
        const double u = stream.uniform();
        x += u < 0.5 ? scale * std::log(2 * u) : -scale * std::log(2 * (1 - u));
      }
      return;
    case Kind::gaussian:
      stream.scale_and_add_normals(out, 1, scale);
      return;
    case Kind::exponential: {
      stream.normals(scratch);
      const double radius = scale * gamma_draw(stream, double(out.size()));
      add(radius / norm(scratch), DenseRow{scratch}, out);
      return;
    }
  }
}

double BroadcastNoise::variance(double d) const {
  switch (kind) {
    case Kind::none:
      return 0;
    case Kind::laplace:
      return 2 * scale * scale;
    case Kind::gaussian:
      return scale * scale;
    case Kind::exponential:
      return (d + 1) * scale * scale;  // E radius^2 = d (d + 1) s^2
  }
  return 0;
}

BroadcastNoise::Kind noise_named(std::string_view word) {
  if (word == "laplace") return BroadcastNoise::Kind::laplace;
  if (word == "gaussian") return BroadcastNoise::Kind::gaussian;
  require(word == "exponential",
          "unknown noise '{}': laplace, gaussian and exponential are known",
          word);
  return BroadcastNoise::Kind::exponential;
}

Ledger broadcast_ledger(BroadcastNoise::Kind kind,
                        double multiplier,
                        std::int64_t count,
                        Adjacency adjacency) {
  Mechanism mechanism = NonPrivate{};
  switch (kind) {
    case BroadcastNoise::Kind::none:
      break;
    case BroadcastNoise::Kind::laplace:
      mechanism = Laplace{.noise_multiplier = multiplier};
      break;
    case BroadcastNoise::Kind::gaussian:
      mechanism = Gaussian{.noise_multiplier = multiplier};
      break;
    case BroadcastNoise::Kind::exponential:
      mechanism = ExponentialNoiseL2{.rate = 1 / multiplier,
                                     .sensitivity = sensitivity_factor(0, adjacency)};
      break;
  }
  return {.adjacency = adjacency, .events = {{.mechanism = mechanism, .count = count}}};
}

}  // namespace dpsco
