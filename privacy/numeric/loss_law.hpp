// Privacy loss laws: the law under P of L = log dP/dQ for a dominating pair (P, Q).
//
// A law has atoms, an infinite mass and continuous segments. A segment lives on the loss g of a
// simple base pair (P0, P1), g = log dP1/dP0 at an output, where densities and interval masses are
// known in closed form; sampling only maps g to L and reweighs (pairs: Zhu, Dong, Wang 2022
// [zhu2022]):
//   remove   P = (1-q) P0 + q P1, Q = P0      L = log(1-q + q e^g)    density f0(g) e^L
//   add      P = P1, Q = (1-q) P1 + q P0      L = -log(1-q + q e^-g)  density f1(g)
//   replace  P = (1-q) N(0) + q N(1), Q = (1-q) N(0) + q N(-1) at N(., 1/mu^2): estimate only
// The base pairs are symmetric, f0(g) = f1(-g), which is why add may be written with P1. q = 1 is
// the base pair itself.
#pragma once

#include <limits>
#include <vector>

namespace dpsco {

struct Segment {
  enum class Base { gaussian, laplace };
  enum class View { remove, add, replace };
  Base base = Base::gaussian;
  View view = View::remove;
  double scale = 1;  ///< gaussian: mu, g ~ N(mu^2/2, mu^2) under P1; laplace: g within [-c, c]
  double q = 1;      ///< sampling rate in (0, 1]
  double low = -std::numeric_limits<double>::infinity();  ///< range of g
  double high = std::numeric_limits<double>::infinity();
};

/// L at base loss g; increasing.
double loss(const Segment& segment, double g);
/// The g with loss(g) = l, clamped to the segment's range; accurate to a few units of rounding of
/// l.
double base_loss(const Segment& segment, double l);
/// log of P's density with respect to g.
double log_density(const Segment& segment, double g);
/// log P(G > g) and log P(G < g) over the whole base law. pre: gaussian.
double log_tail_above(const Segment& segment, double g);
double log_tail_below(const Segment& segment, double g);
/// s such that the n-th derivative in g of P's density (and of Q's, relative to P's) is at most
/// about s^n times its size, for n <= 16: it sets the width of quadrature panels.
double steepness(const Segment& segment, double g);
double steepness_of_p(const Segment& segment, double g);

struct Atom {
  double loss = 0;
  double log_mass = 0;  ///< under P
};

struct LossLaw {
  std::vector<Segment> segments{};
  std::vector<Atom> atoms{};
  double infinite_mass = 0;  ///< P(L = infinity)
};

}  // namespace dpsco
