#include "privacy/numeric/pld_bracket.hpp"

#include <algorithm>
#include <cmath>

namespace dpsco {

namespace {

constexpr std::int64_t worth_a_chunk = 256;

LatticeLaw lattice_law(const HalfCells& cells, Lattice lattice, Tilt tilt, bool upper) {
  return upper ? upper_law(cells, lattice, tilt) : lower_law(cells, lattice, tilt);
}

/// A chunk's masses, bounded to the safe side, gathered around a coarser lattice's points.
HalfCells regrid(const TiltedSum& sum, Lattice lattice, bool upper) {
  HalfCells cells{.infinite_mass = -std::expm1(sum.log_finite), .shift = sum.shift};
  const double safe = upper ? sum.error : -(sum.error + sum.above + sum.below);
  const auto point = [&](std::int64_t k) { return lattice.offset + double(k) * lattice.step; };
  const auto nearest = [&](double l) {
    return std::int64_t(std::round((l - lattice.offset) / lattice.step));
  };
  const double top = sum.origin + double(sum.mass.size()) * sum.step;
  cells.first = nearest(sum.origin) - 1;
  const auto size = std::size_t(nearest(top) + 1 - cells.first + 1);
  for (auto* held :
       {&cells.below, &cells.below_moment, &cells.at, &cells.above, &cells.above_moment})
    held->assign(size, 0);
  for (std::size_t i = 0; i < sum.mass.size(); ++i) {
    const double mass = sum.mass[i] + safe, l = sum.origin + double(i) * sum.step;
    if (!(mass > 0)) continue;
    const std::int64_t k = nearest(l);
    const auto j = std::size_t(k - cells.first);
    const double d = l - point(k), tilted = mass * std::exp(-sum.lambda * d);
    (d < 0 ? cells.below : cells.above)[j] += tilted;
    (d < 0 ? cells.below_moment : cells.above_moment)[j] += tilted * std::abs(std::expm1(-d));
  }
  cells.largest_loss = std::max(std::abs(sum.origin), std::abs(top));
  if (upper) {
    // Above the window: e^(log_scale - lambda l) of the tilted mass at most. Below: the Chernoff
    // bound of order >= lambda holds for the mass as tilted at the window's foot, where it is moved
    // to.
    cells.top_tail = sum.above * std::exp(sum.log_scale - sum.lambda * top);
    const double foot = sum.origin - point(cells.first + 2);
    cells.bottom_tail = sum.below * std::exp(-sum.lambda * foot);
  }
  return cells;
}

/// For each law count / chunk uses of law^chunk, and one of law^(count % chunk).
std::vector<RepeatedLaw> chunked(std::span<const RepeatedLaw> laws) {
  std::vector<RepeatedLaw> staged;
  for (const RepeatedLaw& law : laws) {
    const std::int64_t chunk =
        law.count < worth_a_chunk ? 1 : std::int64_t(std::round(std::sqrt(double(law.count))));
    staged.push_back({law.law, law.count / chunk, chunk});
    if (law.count % chunk > 0) staged.push_back({law.law, 1, law.count % chunk});
  }
  return staged;
}

LatticeLaw chunk_law(const RepeatedLaw& law,
                     const PldPlan& plan,
                     std::size_t b,
                     bool upper,
                     double nats,
                     const PldOptions& options) {
  Tilt one = plan.tilts[b];
  one.log_scale /= double(law.chunk);
  const RepeatedLaw alone{law.law, law.chunk};
  const PldPlan part = plan_chunk(alone, plan, one, nats, options);
  const Lattice lattice = part.lattices.front();
  const LatticeLaw once =
      lattice_law(half_cells(law.law, lattice, one, part.tails), lattice, one, upper);
  const TiltedSum sum = compose({&once, 1}, {&alone.count, 1}, part);
  Tilt tilt = plan.tilts[b];
  tilt.log_scale = sum.log_scale;
  return lattice_law(regrid(sum, plan.lattices[b], upper), plan.lattices[b], tilt, upper);
}

PldBracket composed(std::span<const RepeatedLaw> laws,
                    const PldPlan& plan,
                    double log_delta,
                    const PldOptions& options) {
  std::vector<std::int64_t> counts;
  double uses = 0;
  for (const RepeatedLaw& law : laws) {
    counts.push_back(law.count);
    uses += double(law.count) * double(law.chunk);
  }
  const double nats = chunk_nats(uses, log_delta);
  std::vector<LatticeLaw> upper, lower;
  for (std::size_t b = 0; b < laws.size(); ++b) {
    if (laws[b].chunk > 1) {
      upper.push_back(chunk_law(laws[b], plan, b, true, nats, options));
      lower.push_back(chunk_law(laws[b], plan, b, false, nats, options));
      continue;
    }
    const HalfCells cells = half_cells(laws[b].law, plan.lattices[b], plan.tilts[b], plan.tails);
    upper.push_back(upper_law(cells, plan.lattices[b], plan.tilts[b]));
    lower.push_back(lower_law(cells, plan.lattices[b], plan.tilts[b]));
  }
  return {.upper = PldBound(compose(upper, counts, plan), PldBound::Side::upper),
          .lower = PldBound(compose(lower, counts, plan), PldBound::Side::lower),
          .points = plan.points,
          .step = plan.lattices.front().step,
          .lambda = plan.lambda};
}

}  // namespace

PldBracket pld_bracket(std::span<const RepeatedLaw> laws,
                       double log_delta,
                       const PldOptions& options) {
  const PldPlan plan = plan_pld(laws, log_delta, options);
  const bool starved = plan.lattices.front().step > 1.5 * plan.wanted_step &&
                       plan.points * 2 > options.max_points &&
                       std::any_of(laws.begin(), laws.end(), [](const RepeatedLaw& law) {
                         return law.count >= worth_a_chunk;
                       });
  if (starved) {
    const std::vector<RepeatedLaw> staged = chunked(laws);
    PldBracket bracket = composed(staged, plan_pld(staged, log_delta, options), log_delta, options);
    if (std::isfinite(bracket.upper.epsilon(log_delta))) return bracket;
  }
  return composed(laws, plan, log_delta, options);
}

}  // namespace dpsco
