// Gauss-Legendre nodes on segments of loss laws. P and Q densities are combinations of normal
// densities or exponentials of g, so the remainder of n points on a panel of width w,
//   w (w s)^(2n) (n!)^4 / ((2n+1) (2n)!^3) times the density,  s = steepness,
// is known; every panel here keeps it below 1e-17.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "privacy/numeric/loss_law.hpp"

namespace dpsco {

namespace gauss {

struct Node {
  double place, weight;  ///< on [-1, 1]
};
inline constexpr std::array<Node, 3> three{{{-0.77459666924148338, 0.55555555555555556},
                                            {0, 0.88888888888888889},
                                            {0.77459666924148338, 0.55555555555555556}}};
inline constexpr std::array<Node, 5> five{{{-0.90617984593866399, 0.23692688505618909},
                                           {-0.53846931010568309, 0.47862867049936647},
                                           {0, 0.56888888888888889},
                                           {0.53846931010568309, 0.47862867049936647},
                                           {0.90617984593866399, 0.23692688505618909}}};
inline constexpr std::array<Node, 8> eight{{{-0.96028985649753623, 0.10122853629037626},
                                            {-0.79666647741362674, 0.22238103445337447},
                                            {-0.52553240991632899, 0.31370664587788729},
                                            {-0.18343464249564980, 0.36268378337836198},
                                            {0.18343464249564980, 0.36268378337836198},
                                            {0.52553240991632899, 0.31370664587788729},
                                            {0.79666647741362674, 0.22238103445337447},
                                            {0.96028985649753623, 0.10122853629037626}}};

template <class Rule, class Visit>
void apply(const Rule& rule, double a, double b, Visit& visit) {
  const double middle = a + (b - a) / 2, half = (b - a) / 2;
  for (const Node& node : rule) visit(middle + half * node.place, half * node.weight);
}

}  // namespace gauss

/// Calls visit(g, weight) for nodes on [a, b], finite, within the segment. `steep` bounds the
/// integrand's steepness at g; `widest` is w s of the widest panel: 2.2 keeps the remainder below
/// 1e-17, 8 below 1e-8 (for planning).
template <class Steepness, class Visit>
void for_each_node(double a, double b, Steepness steep, double widest, Visit&& visit) {
  const double reach = (b - a) * std::max(steep(a), steep(b));
  if (reach <= 0.0165) return gauss::apply(gauss::three, a, b, visit);
  if (reach <= 0.34) return gauss::apply(gauss::five, a, b, visit);
  while (a < b) {
    double step = widest / steep(a);
    step = std::min(step, widest / steep(a + step));
    const double next = a + step < b ? a + step : b;
    gauss::apply(gauss::eight, a, next, visit);
    if (!(next > a)) return;  // the panel is below the spacing of doubles
    a = next;
  }
}

/// The segment cut to a finite range of g, and log P of what was cut off.
struct Trimmed {
  Segment segment{};
  double log_above = -std::numeric_limits<double>::infinity();
  double log_below = -std::numeric_limits<double>::infinity();
};
/// Cuts tails of log mass at most log_top and log_bottom (both < -1) where the range is infinite.
Trimmed trim(const Segment& segment, double log_top, double log_bottom);

}  // namespace dpsco
