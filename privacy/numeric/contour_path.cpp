#include "privacy/numeric/contour_path.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include "privacy/numeric/contour_law.hpp"
#include "privacy/numeric/contour_tail.hpp"

namespace dpsco {

namespace {

constexpr double pi = std::numbers::pi;
constexpr double infinity = std::numeric_limits<double>::infinity();
/// log of the relative error that aliasing and truncation may each have.
constexpr double wanted = -33;
constexpr double most_work = 2e7, most_nodes = 3e4;
constexpr double largest_tilt = 1e7;
constexpr auto block = double(ContourLine::block);

/// The contour point where exp(K(z) - z epsilon) / (z (z + 1)) has its saddle for some epsilon, and
/// the saddle-point value of log delta there (Lugannani, Rice; here a starting point only).
Saddle saddle_at(const CompositionLaws& laws, double c) {
  const LogMoment k = laws.at(c);
  Saddle s{.c = c, .k = k.value};
  s.epsilon = k.slope - 1 / c - 1 / (1 + c);
  s.curvature = k.curvature + 1 / (c * c) + 1 / ((1 + c) * (1 + c));
  s.log_delta =
      k.value - c * s.epsilon - std::log(c) - std::log1p(c) - std::log(2 * pi * s.curvature) / 2;
  return s;
}

/// log of (1 / pi) sum over nodes beyond each edge of |exp(K(z))| / |z (z + 1)|. Edges go on until
/// the bound that holds for ever after is `deep` below exp(K(c)).
void bound_tails(const Composition& composition, double spread, double deep, ContourPath& path) {
  std::vector<std::pair<DecayBound, double>> bounds;  // with counts
  bounds.reserve(composition.steps.size() + composition.ranges.size());
  const auto& laws = path.laws->laws();  // the steps' come first
  for (std::size_t i = 0; i < composition.steps.size(); ++i)
    bounds.emplace_back(DecayBound(laws[i].points, composition.steps[i], path.c), laws[i].count);
  std::vector<LossPoints> lowest;
  lowest.reserve(composition.ranges.size());
  for (const SampledRange& range : composition.ranges) {
    const SampledStep step{.pair = range.pair, .rate = range.rate, .ratio = range.ratios.low};
    lowest.push_back(
        loss_points(step, {.c = path.c, .y = path.laws->y(), .precision = 45, .widest = 0.05}));
    if (lowest.back().overflowed) continue;
    bounds.emplace_back(DecayBound(lowest.back(), step, range.ratios.high, path.c),
                        range.ratios.count);
  }
  const auto decay = [&](double low, double high) {
    double sum = composition.squared_mu * low * low / 2;
    for (const auto& [bound, count] : bounds)
      sum += count * (std::isinf(high) ? bound.beyond(low) : bound.between(low, high));
    return sum;
  };
  path.edges = {4 / spread};
  while (path.edges.size() < 100 && decay(path.edges.back(), infinity) < deep) {
    const double edge = path.edges.back();
    path.edges.push_back(edge * (edge < 12 / spread ? 1.09 : edge < 60 / spread ? 1.25 : 1.5));
  }
  path.log_tails.resize(path.edges.size());
  const double k = path.laws->at(path.c).value;
  double rest = 0;  // relative to exp(k)
  for (std::size_t j = path.edges.size(); j-- > 0;) {
    double next = infinity;
    if (j + 1 < path.edges.size()) next = path.edges[j + 1];
    rest += std::exp(-decay(path.edges[j], next)) / (pi * path.edges[j]);
    path.log_tails[j] = std::log(rest) + k;
  }
}

/// The path through c for this target; nothing if its points overflow.
std::optional<ContourPath> path_through(const Composition& composition,
                                        std::optional<CompositionLaws>& real,
                                        const Saddle& target,
                                        double c) {
  const double epsilon = std::max(target.epsilon, 0.0);
  // Aliasing: both sides below the wanted error, each with its best Chernoff point.
  if (2 * c > real->c()) {
    real.emplace(composition, 2.2 * c, 1);
    if (real->overflowed()) return std::nullopt;
  }
  const Saddle here = saddle_at(*real, c);
  const double spread = std::sqrt(here.curvature);
  ContourPath path{.c = c};
  path.log_cancellation = here.k - c * epsilon - std::log(c) - std::log1p(c) - target.log_delta -
                          std::log(2 * pi * here.curvature) / 2;
  const auto step_by = [&](double point) {
    const double k = point <= 0 ? 0 : real->at(point).value;
    const double excess = log_chernoff_constant(point) + k - point * epsilon - target.log_delta;
    path.chernoff.push_back({point, k});
    return 2 * pi * std::abs(point - c) / std::max(excess - wanted, 1.0);
  };
  // Above, the step is unimodal in the distance: larger while K is flat, then K explodes.
  double far = std::min(5 / spread, c), h_above = step_by(c + far);
  for (const double factor : {2.0, 0.5}) {
    double next = far;
    while (true) {
      next *= factor;
      if (c + next > real->c() || (factor > 1 && next > 2 * c)) break;
      const double h = step_by(c + next);
      if (h <= h_above) break;
      h_above = h;
      far = next;
    }
  }
  // Below, delta <= 1 at c1 = 0; nearer points only if that needs a finer step than above.
  double h_below = step_by(0);
  for (const double share : {0.5, 0.75, 0.9, 0.97})
    if (h_below < h_above) h_below = std::max(h_below, step_by(share * c));
  path.h = std::min(h_below, h_above);

  // Truncation: up to where the tail is below the wanted error.
  const double enough = wanted + target.log_delta + c * epsilon;
  double y = 25 / spread;
  while (true) {
    path.laws.emplace(composition, c * (1 + 1e-12), y);
    if (path.laws->overflowed()) return std::nullopt;
    bound_tails(composition, spread, here.k - enough + 5, path);
    std::size_t j = 0;
    while (j + 1 < path.edges.size() && path.log_tails[j] > enough) ++j;
    path.y = path.edges[j] + 2 * path.h;  // the last node is at most one step below
    if (path.log_tails[j] > enough) path.y = infinity;
    // The bounds stand whatever the points: others will do for a shorter path, and for a longer one
    // unless finer points, with better bounds, would shorten it a lot.
    const bool settled = path.y < 2 * y;
    if (settled || !path.affordable()) {
      if ((path.y < 0.8 * y || path.y > y) && path.affordable())
        path.laws.emplace(composition, c * (1 + 1e-12), path.y);
      return path;
    }
    y = path.y;
  }
}

}  // namespace

double ContourPath::work() const {
  return double(laws->size()) * std::max(nodes(), block);
}
bool ContourPath::affordable() const {
  return work() < most_work && nodes() < most_nodes;
}

double log_chernoff_constant(double c) {
  return c <= 0 ? 0 : -c * std::log1p(1 / c) - std::log1p(c);
}

std::optional<Saddle> find_saddle(const Composition& composition,
                                  std::optional<CompositionLaws>& laws,
                                  double target,
                                  bool is_delta) {
  // Positive while c is too small.
  const auto miss = [&](const Saddle& s) {
    return is_delta ? s.log_delta - target : target - s.epsilon;
  };
  double c = 1, reach = 4;
  // Little noise needs little tilt, and many points per unit of reach.
  laws.emplace(composition, reach, 1);
  while (laws->overflowed() && c > 1e-4) {
    c /= 8;
    reach /= 8;
    laws.emplace(composition, reach, 1);
  }
  if (laws->overflowed()) return std::nullopt;
  Saddle low, high, s = saddle_at(*laws, c);
  bool has_low = false, has_high = false;
  for (int k = 0; k < 200; ++k) {
    const double m = miss(s);
    if (std::isnan(m)) return std::nullopt;
    if (std::abs(m) < (is_delta ? 1e-3 : 1e-6 * std::abs(target))) return s;
    if (m > 0) {
      low = s;
      has_low = true;
    } else {
      high = s;
      has_high = true;
    }
    if (has_low && has_high) {
      const double a = std::log(low.c), b = std::log(high.c), fa = miss(low), fb = miss(high);
      double t = fa / (fa - fb);
      if (k % 3 == 2) t = 0.5;
      t = std::clamp(t, 0.05, 0.95);
      if (b - a < 1e-9) return high;
      c = std::exp(a + t * (b - a));
    } else if (has_low) {
      c *= 2.5;
    } else {
      c /= 4;
    }
    if (c > largest_tilt || c < 1e-12) return std::nullopt;
    if (c > reach) {
      reach = 2 * c;
      laws.emplace(composition, reach, 1);
      if (laws->overflowed()) return std::nullopt;
    }
    s = saddle_at(*laws, c);
  }
  return s;
}

std::optional<ContourPath> best_path(const Composition& composition,
                                     std::optional<CompositionLaws>& real,
                                     const Saddle& saddle) {
  constexpr double harmless = 3, hopeless = 16;
  // Another line costs about as much as so much work.
  const double cheap = 2.5e5 + 2e4 * double(real->laws().size());
  const auto cost = [](const ContourPath& path) {
    return std::log(path.work()) + 2.5 * std::max(0.0, path.log_cancellation - harmless);
  };
  auto best = path_through(composition, real, saddle, saddle.c);
  for (const double share : {0.92, 0.84, 0.74, 0.63, 0.52, 0.42, 0.33}) {
    if (best && best->work() < cheap) break;
    auto other = path_through(composition, real, saddle, share * saddle.c);
    if (!other) continue;
    if (other->log_cancellation > (best && best->affordable() ? hopeless : 1.5 * hopeless)) break;
    const bool first = !best || (other->affordable() && !best->affordable());
    const bool cheaper = best && other->affordable() && cost(*other) < cost(*best);
    if (first || cheaper) best = std::move(other);
  }
  return best;
}

}  // namespace dpsco
