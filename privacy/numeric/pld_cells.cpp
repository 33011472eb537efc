#include "privacy/numeric/pld_cells.hpp"

#include <algorithm>
#include <cmath>

#include "privacy/numeric/loss_law_quadrature.hpp"

namespace dpsco {

namespace {

constexpr double unit = 0x1p-53;
constexpr double narrow_panel = 2.2;
constexpr double coarsest = 50;  // e^step and its moments stay finite
/// What a tilted mass can underflow to; the lower law drops what is near it.
constexpr double least_mass = 1e-300, dropped_mass = 1e-280;

/// -expm1(-d), by its series where that has converged.
double one_minus_exp(double d) {
  if (std::abs(d) > 4e-3) return -std::expm1(-d);
  return d * (1 - d / 2 * (1 - d / 3 * (1 - d / 4 * (1 - d / 5 * (1 - d / 6)))));
}

/// Fills cells from segments and atoms; halves are numbered so that half j spans
/// offset + [j, j + 1] step / 2.
class Filler {
 public:
  Filler(HalfCells& cells, Lattice lattice, Tilt tilt)
      : cells_(cells), lattice_(lattice), tilt_(tilt) {}

  void add(const Segment& segment) {
    const double half = lattice_.step / 2, top = loss(segment, segment.high);
    auto j = std::int64_t(std::floor((loss(segment, segment.low) - lattice_.offset) / half));
    double a = segment.low;
    for (; a < segment.high; ++j) {
      const double edge = lattice_.offset + double(j + 1) * half;
      const double b = edge < top ? std::max(a, base_loss(segment, edge)) : segment.high;
      if (b > a) add_half(segment, a, b, j);
      a = b;
    }
  }

  void add(const Atom& atom) {
    // Rounding must not push an atom that lies on the lattice off it.
    auto k = std::int64_t(std::round((atom.loss - lattice_.offset) / lattice_.step));
    const double d = atom.loss - point(k);
    const std::size_t i = index(k);
    const double mass =
        std::max(least_mass, std::exp(atom.log_mass + tilt_.lambda * point(k) - tilt_.log_scale));
    if (std::abs(d) <= 16 * unit * cells_.largest_loss) {
      cells_.at[i] += mass;
      return;
    }
    (d < 0 ? cells_.below : cells_.above)[i] += mass;
    (d < 0 ? cells_.below_moment : cells_.above_moment)[i] +=
        lattice_.step > coarsest ? 0 : mass * std::abs(one_minus_exp(d));
  }

 private:
  double point(std::int64_t k) const { return lattice_.offset + double(k) * lattice_.step; }
  std::size_t index(std::int64_t k) const {
    return std::size_t(
        std::clamp(k - cells_.first, std::int64_t{0}, std::int64_t(cells_.above.size()) - 1));
  }

  void add_half(const Segment& segment, double a, double b, std::int64_t j) {
    const bool above = (j & 1) == 0;
    const std::int64_t k = above ? j / 2 : (j + 1) / 2;
    const double l = point(k), shift = tilt_.lambda * l - tilt_.log_scale;
    double mass = 0, moment = 0;
    const bool coarse = lattice_.step > coarsest;
    const auto steep = [&](double g) {
      return coarse ? steepness_of_p(segment, g) : steepness(segment, g);
    };
    for_each_node(a, b, steep, narrow_panel, [&](double g, double weight) {
      const double held = weight * std::exp(log_density(segment, g) + shift);
      mass += held;
      if (!coarse) moment += held * one_minus_exp(loss(segment, g) - l);
    });
    mass = std::max(mass, least_mass);
    const std::size_t i = index(k);
    (above ? cells_.above : cells_.below)[i] += mass;
    (above ? cells_.above_moment : cells_.below_moment)[i] += std::abs(moment);
  }

  HalfCells& cells_;
  Lattice lattice_;
  Tilt tilt_;
};

/// Relative error of a tilted mass: exponents of size e cost e units, all else a few.
double rounding(double mass, double tilted_loss, double log_scale) {
  const double exponent = std::abs(double(std::ilogb(mass))) * 0.7;
  return 8 * unit * (16 + exponent + std::abs(tilted_loss) + std::abs(log_scale));
}

/// Drops empty points at both ends and rounds every mass in the direction given.
template <class Direction>
LatticeLaw rounded(const HalfCells& cells,
                   std::int64_t first,
                   std::vector<double> mass,
                   Lattice lattice,
                   Tilt tilt,
                   Direction direction) {
  const auto filled = [](double m) { return m > 0; };
  const auto begin = std::find_if(mass.begin(), mass.end(), filled);
  mass.erase(std::find_if(mass.rbegin(), mass.rend(), filled).base(), mass.end());
  if (!mass.empty()) {
    first += begin - mass.begin();
    mass.erase(mass.begin(), begin);
  }
  if (mass.empty()) mass.push_back(0);
  for (std::size_t i = 0; i < mass.size(); ++i) {
    if (!(mass[i] > 0)) {
      mass[i] = 0;
      continue;
    }
    const double l = lattice.offset + double(first + std::int64_t(i)) * lattice.step;
    mass[i] *= direction(rounding(mass[i], tilt.lambda * l, tilt.log_scale));
  }
  return {.first = first,
          .mass = std::move(mass),
          .infinite_mass = cells.infinite_mass,
          .largest_loss = cells.largest_loss,
          .shift = cells.shift};
}

}  // namespace

HalfCells half_cells(const LossLaw& law, Lattice lattice, Tilt tilt, Tails tails) {
  HalfCells cells{.infinite_mass = law.infinite_mass};
  std::vector<Segment> segments;
  double low = std::numeric_limits<double>::infinity(), high = -low, bottom = 0;
  for (const Segment& segment : law.segments) {
    const Trimmed trimmed = trim(segment, tails.log_top, tails.log_bottom);
    low = std::min(low, loss(trimmed.segment, trimmed.segment.low));
    high = std::max(high, loss(trimmed.segment, trimmed.segment.high));
    cells.top_tail += std::exp(trimmed.log_above);
    bottom += std::exp(trimmed.log_below);
    segments.push_back(trimmed.segment);
  }
  for (const Atom& atom : law.atoms) {
    low = std::min(low, atom.loss);
    high = std::max(high, atom.loss);
  }
  cells.largest_loss = std::max(std::abs(low), std::abs(high));
  cells.first = std::int64_t(std::floor((low - lattice.offset) / lattice.step)) - 1;
  const auto last = std::int64_t(std::ceil((high - lattice.offset) / lattice.step)) + 1;
  for (auto* held :
       {&cells.below, &cells.below_moment, &cells.at, &cells.above, &cells.above_moment})
    held->assign(std::size_t(last - cells.first + 1), 0);
  Filler filler(cells, lattice, tilt);
  for (const Segment& segment : segments) filler.add(segment);
  for (const Atom& atom : law.atoms) filler.add(atom);
  const double lowest = lattice.offset + double(cells.first) * lattice.step;
  cells.bottom_tail = bottom * std::exp(tilt.lambda * (lowest + 2 * lattice.step) - tilt.log_scale);
  return cells;
}

LatticeLaw upper_law(const HalfCells& cells, Lattice lattice, Tilt tilt) {
  const double down = std::exp(-tilt.lambda * lattice.step), up = 1 / down;
  const double whole = -std::expm1(-lattice.step), shrink = std::exp(-lattice.step);
  const std::size_t n = cells.above.size();
  std::vector<double> mass(n + 1, 0);
  // The tail was tilted two points higher than the lowest: it moves up, and so does its mass.
  mass[0] = cells.below[0];
  mass[2] += cells.bottom_tail;
  for (std::size_t i = 0; i < n; ++i) {
    const double lower_half = cells.above[i];
    const double upper_half = i + 1 < n ? cells.below[i + 1] * down : 0;
    const double upper_moment = i + 1 < n ? cells.below_moment[i + 1] * down : 0;
    const double p = lower_half + upper_half;
    if (lattice.step > coarsest) {
      mass[i] += cells.at[i];
      mass[i + 1] += p * up;
      continue;
    }
    const double rise =
        (cells.above_moment[i] + std::max(0.0, upper_half * whole - shrink * upper_moment)) / whole;
    mass[i] += cells.at[i] + std::max(0.0, p - rise);
    mass[i + 1] += rise * up;
  }
  LatticeLaw law =
      rounded(cells, cells.first, std::move(mass), lattice, tilt, [](double r) { return 1 + r; });
  law.infinite_mass += cells.top_tail * (1 + 1e-12);
  return law;
}

LatticeLaw lower_law(const HalfCells& cells, Lattice lattice, Tilt tilt) {
  const double down = std::exp(-tilt.lambda * lattice.step), up = 1 / down;
  const double grow = std::expm1(lattice.step), shrink = std::exp(-lattice.step);
  const std::size_t n = cells.above.size();
  std::vector<double> mass(n + 1, 0);      // one point below the first: mass[i + 1] is at l_i
  double left = 1;                         // what cell i - 1 has left of cell i
  double carried = 0, carried_moment = 0;  // handed up by cell i - 1, part of the lower half now
  for (std::size_t i = 0; i < n; ++i) {
    const double below = left * cells.below[i] + carried;
    const double below_moment = left * cells.below_moment[i] + carried_moment;
    const double above = left * cells.above[i], above_moment = left * cells.above_moment[i];
    const double at = left * cells.at[i];
    if (lattice.step > coarsest) {
      mass[i + 1] += at + above;
      mass[i] += below * down;
      continue;
    }
    left = 1;
    carried = carried_moment = 0;
    if (below_moment <= above_moment) {
      // The centroid lies above: pull it down with finished mass of the point below. What that
      // can't balance is left to the next cell.
      const double available = mass[i] * up;
      const double need = above_moment - below_moment;
      const double part = need <= available * grow
                              ? 1
                              : std::min(1.0, (below_moment + available * grow) / above_moment);
      const double pulled = std::clamp((part * above_moment - below_moment) / grow, 0.0, available);
      mass[i] = std::max(0.0, (available - pulled) * down);
      mass[i + 1] += at + below + part * above + pulled;
      // expm1(l_{k+1} - L) = expm1(h) - e^h (-expm1(l_k - L))
      carried = (1 - part) * above * up;
      carried_moment = std::max(0.0, (1 - part) * (above * grow - above_moment / shrink) * up);
    } else {
      // It lies below: lift it with mass of the next cell; what that can't balance moves down.
      double available = 0, lift = 1;
      if (i + 1 < n) {
        const double next = cells.below[i + 1] + cells.at[i + 1] + cells.above[i + 1];
        const double excess = cells.below_moment[i + 1] - cells.above_moment[i + 1];
        available = next * down;
        if (next > 0) lift = 1 - shrink * (1 + excess / next);
      }
      const double part = std::min(1.0, (above_moment + available * lift) / below_moment);
      const double taken = std::clamp((part * below_moment - above_moment) / lift, 0.0, available);
      mass[i + 1] += at + above + part * below + taken;
      mass[i] += (1 - part) * below * down;
      if (available > 0) left = std::max(0.0, 1 - taken / available);
    }
  }
  for (double& x : mass)
    if (x < dropped_mass) x = 0;
  return rounded(cells, cells.first - 1, std::move(mass), lattice, tilt, [](double r) {
    return std::max(0.0, 1 - r);
  });
}

}  // namespace dpsco
