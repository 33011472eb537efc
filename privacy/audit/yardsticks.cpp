#include "privacy/audit/yardsticks.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <vector>

#include <fmt/format.h>

#include "framework/core/check.hpp"
#include "framework/core/parallel.hpp"
#include "framework/core/random.hpp"
#include "framework/core/special.hpp"
#include "privacy/audit/audit_loss.hpp"

namespace dpsco {

namespace {

/// A row x with its label, d = 1; nothing at all if x = 0.
struct Point {
  double x = 0, y = 0;
};

/// The differing record's part of the sum of gradients, with Lambda's.
struct Objective {
  std::shared_ptr<const Loss> loss{};
  Point record{};
  double weight = 1;  ///< n Lambda

  double gradient(double w) const {
    return weight * w + record.x * loss->slope(record.x * w, record.y);
  }
  double hessian(double w) const {
    return weight + record.x * record.x * loss->curvature(record.x * w, record.y);
  }
  /// Where the gradient vanishes: by bisection, since it only increases.
  double minimiser() const {
    double low = -2 / weight, high = 2 / weight;  // slopes are within 1
    for (int k = 0; k < 200; ++k) {
      const double middle = (low + high) / 2;
      (gradient(middle) < 0 ? low : high) = middle;
    }
    return (low + high) / 2;
  }
};

LogDensity density_of(const Objective& objective, const PerturbedRelease& release) {
  if (release.kind == PerturbedRelease::Kind::output)
    return output_perturbation(Eigen::VectorXd::Constant(1, objective.minimiser()), release.noise);
  return objective_perturbation(
      [objective](const Eigen::VectorXd& w) {
        return Eigen::VectorXd::Constant(1, objective.gradient(w[0]));
      },
      [objective](const Eigen::VectorXd& w) {
        return Eigen::MatrixXd::Constant(1, 1, objective.hessian(w[0]));
      },
      1,
      release.noise);
}

struct Pair {
  const char* description = "";
  Point here{}, there{};
};

}  // namespace

EpsilonBound gaussian_yardstick(
    double epsilon, const AuditTerms& terms, std::int64_t runs, std::uint64_t seed, int threads) {
  require(terms.delta > 0, "a Gaussian mechanism needs delta > 0, has {}", terms.delta);
  const double sigma = 1 / gdp_mu(epsilon, terms.delta);
  std::array<std::vector<double>, 2> scores{std::vector<double>(static_cast<std::size_t>(runs)),
                                            std::vector<double>(static_cast<std::size_t>(runs))};
  constexpr std::int64_t block = 1 << 16;
  for (std::size_t side = 0; side < 2; ++side)
    for_ranges_by(
        threads, (runs + block - 1) / block, 1, [&](std::int64_t begin, std::int64_t end) {
          for (std::int64_t b = begin; b < end; ++b) {
            const std::int64_t from = b * block, count = std::min(block, runs - from);
            const std::span<double> part =
                std::span(scores[side]).subspan(std::size_t(from), std::size_t(count));
            Stream stream({seed, (std::uint64_t(b) << 1U) | side});
            stream.normals(part);
            for (double& score : part) score = double(side) + sigma * score;
          }
        });
  return epsilon_lower_bound(scores[0], scores[1], terms);
}

DensityAudit density_audit(const PerturbedRelease& release,
                           std::int64_t n,
                           double width,
                           const Target& target,
                           bool is_pure) {
  require(release.Lambda > 0, "Lambda = {} must be positive", release.Lambda);
  require(release.noise.scale > 0, "the noise's scale {} must be positive", release.noise.scale);
  const bool replaced = target.adjacency == Adjacency::replace_one;
  auto loss = std::make_shared<AuditLoss>();
  loss->width = width;
  const Objective objective{.loss = loss, .weight = double(n) * release.Lambda};
  // The lower edge of the curved part, where slope and curvature are both as large as can be, lies
  // where n Lambda w >= 2: so far out that -gradient and noise have one sign for both data sets.
  const double y = std::max(3.0, 1 + 2 / (objective.weight * width)), edge = (y - 1) * width;
  const std::array<Pair, 2> pairs{
      replaced ? Pair{"opposite slopes", {1, 1}, {1, -1}} : Pair{"slope or none", {1, 1}, {0, 1}},
      replaced ? Pair{"curved against straight", {1, y}, {1, -1}}
               : Pair{"curved or none", {1, y}, {0, 1}}};
  DensityAudit out{.epsilon = -1};
  for (const Pair& pair : pairs) {
    Objective here = objective, there = objective;
    here.record = pair.here;
    there.record = pair.there;
    const LogDensity p = density_of(here, release), q = density_of(there, release);
    // All but e^-60 of either law: b reaches 60 scales (10 for Gaussian noise), a record moves the
    // gradient by 1.
    const double reach = release.noise.kind == NoiseLaw::Kind::gaussian ? 12 : 60;
    const double noise = reach * release.noise.scale;
    const double end = release.kind == PerturbedRelease::Kind::output
                           ? noise + 1 / objective.weight
                           : (noise + 1) / objective.weight;
    // The curved part may be far narrower than the noise: it gets a grid of its own.
    const double epsilon =
        is_pure ? std::max(largest_ratio(p, q, -end, end, 20001).log_ratio,
                           largest_ratio(p, q, edge - width, edge + width, 20001).log_ratio)
                : epsilon_between(p, q, target.delta, -end, end);
    if (epsilon > out.epsilon) out = {epsilon, fmt::format("exact density, {}", pair.description)};
  }
  return out;
}

}  // namespace dpsco
