// The Renyi curve of a whole ledger, prepared once and evaluated at many orders.
#pragma once

#include <functional>
#include <vector>

#include "framework/core/outcome.hpp"
#include "framework/ledger/ledger.hpp"

namespace dpsco {

/// How m-of-n sampling under replace_one is priced.
enum class WithoutReplacement {
  bound,        ///< the smaller of envelope and fixed-size expansion, at every order
  direction_a,  ///< the pair with all other records at the opposite end: the largest found by
                ///< search, not proved, hence an estimate
};

/// D_alpha of a ledger: sum over its events, adaptive composition.
class RenyiSum {
 public:
  /// Divergence of one use as a function of the order; may cache.
  using Curve = std::function<double(double)>;

  /// D_alpha of everything. pre: alpha >= 1. Infinite beyond the last order of an rdp_curve.
  double divergence(double alpha) const;
  /// The largest order at which the curve is finite; infinite if there's no rdp_curve.
  double largest_order() const { return largest_order_; }
  /// sum log(1 - delta_i) of approximate events: each reveals everything with probability
  /// delta_i and is epsilon_i-DP otherwise, so deltas are spent before conversion.
  double log_survival() const { return log_survival_; }
  bool empty() const { return terms_.empty() && linear_ == 0 && log_survival_ == 0; }

 private:
  friend Outcome<RenyiSum> renyi_sum(const Ledger& ledger, WithoutReplacement how);
  struct Term {
    Curve curve;
    double count = 1;
  };
  double linear_ = 0;  ///< sum of rho with D_alpha = alpha rho
  double log_survival_ = 0;
  double largest_order_;
  std::vector<Term> terms_{};

  RenyiSum();
  Outcome<bool> add(const Event& event, double count, Adjacency adjacency, WithoutReplacement how);
  Outcome<bool> add_heterogeneous(const Heterogeneous& event,
                                  double count,
                                  Adjacency adjacency,
                                  WithoutReplacement how);
  void add_curve(const RdpCurve& curve, double count);
  Outcome<bool> add_selection(const Selection& selection,
                              double count,
                              Adjacency adjacency,
                              WithoutReplacement how);
};

/// The curve of `ledger`; a Skip names the event without a Renyi bound and why. Infinite for
/// non_private.
Outcome<RenyiSum> renyi_sum(const Ledger& ledger,
                            WithoutReplacement how = WithoutReplacement::bound);

}  // namespace dpsco
