// Discretisation of loss laws: from a law to masses on a lattice that bound it from above and from
// below.
//
// Upper, "connect the dots": the mass of a bucket between two lattice points goes to its ends so
// that P- and Q-mass are kept, a mean-preserving spread of e^-L, hence a pair that dominates.
// Lower: mass near a lattice point is merged with as much of a neighbour's as makes its centroid
// the lattice point exactly, a post-processing; what no neighbour can balance moves down. Both are
// monotone under composition, and so is moving mass up (upper) or dropping it (lower), which is
// where tails and rounding go. Masses are tilted: multiplied by e^(lambda L - log_scale).
// Steps above 50 keep no Q-mass: all mass of a bucket moves to its upper end, or its lower one.
#pragma once

#include <cstdint>
#include <vector>

#include "privacy/numeric/loss_law.hpp"

namespace dpsco {

/// Lattice points are offset + k step.
struct Lattice {
  double offset = 0, step = 1;
};

/// What to multiply masses at loss L by: e^(lambda L - log_scale).
struct Tilt {
  double lambda = 0, log_scale = 0;
};

struct Tails {
  double log_top = -80;     ///< log mass that may be cut off the top: infinite for the upper law
  double log_bottom = -80;  ///< and off the bottom: moved up for the upper law
};

/// Tilted masses around lattice points first .. first + size - 1: `below` holds L in
/// [l_k - step/2, l_k), `at` atoms on l_k, `above` (l_k, l_k + step/2]; the moments are the
/// integrals of expm1(l_k - L) and -expm1(l_k - L), both >= 0.
struct HalfCells {
  std::int64_t first = 0;
  std::vector<double> below{}, below_moment{}, at{}, above{}, above_moment{};
  double bottom_tail = 0;    ///< tilted as if at the lowest point
  double infinite_mass = 0;  ///< the law's own, not tilted
  double top_tail = 0;       ///< cut off the top, not tilted
  double largest_loss = 0;   ///< max |L| over what is held
  double shift = 0;          ///< rounding of losses that happened before
};
/// pre: the law's range over step is at most 2^22 cells (see PldPlan).
HalfCells half_cells(const LossLaw& law, Lattice lattice, Tilt tilt, Tails tails);

/// Tilted masses at lattice points first .. first + size - 1, rounding included on the safe side.
struct LatticeLaw {
  std::int64_t first = 0;
  std::vector<double> mass{};
  double infinite_mass = 0;  ///< not tilted
  double largest_loss = 0;
  double shift = 0;
};
LatticeLaw upper_law(const HalfCells& cells, Lattice lattice, Tilt tilt);
LatticeLaw lower_law(const HalfCells& cells, Lattice lattice, Tilt tilt);

}  // namespace dpsco
