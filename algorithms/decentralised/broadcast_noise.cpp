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

namespace {

/// Never below the ledger's scale by rounding.
constexpr double up = 1 + 1e-14;

Mechanism listed(BroadcastNoise::Kind kind, double multiplier, Adjacency adjacency) {
  if (kind == BroadcastNoise::Kind::laplace) return Laplace{.noise_multiplier = multiplier};
  if (kind == BroadcastNoise::Kind::gaussian) return Gaussian{.noise_multiplier = multiplier};
  return ExponentialNoiseL2{.rate = 1 / multiplier,
                            .sensitivity = sensitivity_factor(0, adjacency)};
}

/// The smallest multiplier of `unit` that the target affords.
Outcome<PlannedNoise> calibrated(const std::function<Ledger(double)>& ledger_at,
                                 double unit,
                                 const Budget& budget) {
  const auto multiplier = budget.calibrator->smallest_scale(ledger_at, budget.target);
  if (!multiplier) return multiplier.skip();
  return PlannedNoise{.scale = *multiplier * unit * up, .ledger = ledger_at(*multiplier)};
}

}  // namespace

Outcome<PlannedNoise> planned_noise(BroadcastNoise::Kind kind,
                                    const Contribution& C,
                                    std::int64_t count,
                                    const Budget& budget) {
  const Adjacency adjacency = budget.target.adjacency;
  if (kind == BroadcastNoise::Kind::none)
    return PlannedNoise{.ledger = {.adjacency = adjacency, .events = {{NonPrivate{}}}}};
  return calibrated(
      [&](double multiplier) {
        return Ledger{
            .adjacency = adjacency,
            .events = {{.mechanism = listed(kind, multiplier, adjacency), .count = count}}};
      },
      kind == BroadcastNoise::Kind::laplace ? C.one : C.two,
      budget);
}

Outcome<PlannedNoise> planned_weighted_laplace(const Contribution& C,
                                               std::int64_t count,
                                               const Budget& budget) {
  const Adjacency adjacency = budget.target.adjacency;
  const double factor = sensitivity_factor(0, adjacency);
  const auto d = std::size_t(C.d);
  return calibrated(
      [&](double multiplier) {  // lengths in units of C.one
        return Ledger{
            .adjacency = adjacency,
            .events = {{.mechanism = LaplaceUniformMixture{.rate = std::vector(d, 1 / multiplier),
                                                           .width = std::vector(d, 0.0),
                                                           .shift_inf = factor * C.inf / C.one * up,
                                                           .shift_2 = factor * C.two / C.one * up,
                                                           .shift_1 = factor},
                        .count = count}}};
      },
      C.one,
      budget);
}

}  // namespace dpsco
