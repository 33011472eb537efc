// Where to integrate: the saddle point, and the vertical line with its step and its length.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "privacy/numeric/contour_composition.hpp"

namespace dpsco {

/// The saddle of exp(K(z) - z epsilon) / (z (z + 1)) on the positive axis.
struct Saddle {
  double c = 0, epsilon = 0;
  double log_delta = 0;  ///< saddle-point value (Lugannani, Rice 1980): a starting point, no bound
  double curvature = 0;  ///< of the exponent
  double k = 0;          ///< K(c)
};

/// K(c') at one real point, for Chernoff bounds.
struct ChernoffPoint {
  double c = 0, k = 0;
};

/// A vertical line through c, its step h, how far up it goes, and what lies beyond.
struct ContourPath {
  double c = 0, h = 0, y = 0;
  double log_cancellation = 0;  ///< log of the sum of sizes over delta, an estimate
  std::vector<ChernoffPoint> chernoff{};
  std::optional<CompositionLaws> laws{};  ///< with enough reach
  /// log of (1/pi) sum over nodes beyond edges[j] of |exp(K(z)) / (z (z+1))| h, an upper bound.
  std::vector<double> edges{}, log_tails{};
  double nodes() const { return y / h; }
  double work() const;      ///< points times nodes
  bool affordable() const;  ///< within what one curve may cost, about 0.1 s
};

/// log of C(c) = c^c / (1 + c)^(1 + c), of the Chernoff bound delta <= C(c) exp(K(c) - c epsilon).
double log_chernoff_constant(double c);

/// The saddle whose epsilon (or log delta, if `is_delta`) is the target; nothing if out of reach.
/// `laws` is built, and rebuilt with more reach as needed.
std::optional<Saddle> find_saddle(const Composition& composition,
                                  std::optional<CompositionLaws>& laws,
                                  double target,
                                  bool is_delta);

/// The best line: through the saddle, or left of the bump that a single extreme draw makes in K.
/// Lines off the saddle cancel more, which multiplies rounding errors: work and cancellation trade.
/// Nothing if the laws need too many points; check affordable().
std::optional<ContourPath> best_path(const Composition& composition,
                                     std::optional<CompositionLaws>& real,
                                     const Saddle& saddle);

}  // namespace dpsco
