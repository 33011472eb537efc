// A privacy filter and odometer for fully adaptive composition: which mechanism comes next, and how
// much it costs, may depend on all that was released before.
//
// Method      At a fixed order alpha, e^{(alpha-1)(L_t - sum_{s<=t} D_s)} is a supermartingale, L_t
//             the privacy loss after t releases and D_s the Renyi divergence of release s given the
//             past. Hence
//   filter    refusing whatever would lift sum D_s above rho makes all that is ever released
//             (alpha, rho)-RDP, so (epsilon, delta)-DP by the conversion below: nothing is lost
//             against composition fixed in advance.
//   odometer  by Ville's inequality, with probability at least 1 - delta at all times at once
//             L_t <= sum_{s<=t} D_s + log(1/delta)/(alpha - 1).
// Reference   V. Feldman, T. Zrnic. Individual Privacy Accounting via a Renyi Filter. 2021,
//             Theorem 4.3. [feldman2021filter]
//             J. Whitehouse, A. Ramdas, R. Rogers, Z. S. Wu. Fully Adaptive Composition in
//             Differential Privacy. 2023. [whitehouse2023]
#pragma once

#include "framework/core/outcome.hpp"
#include "framework/ledger/ledger.hpp"

namespace dpsco {

class RenyiFilter {
 public:
  /// A budget of `divergence` (nats) at Renyi order `order`. Throws ConfigError unless order > 1,
  /// divergence >= 0.
  RenyiFilter(double order, double divergence, Adjacency adjacency);
  /// The filter that keeps everything (target.epsilon, target.delta)-DP, at the order that allows
  /// the most Gaussian noise. Throws ConfigError unless epsilon > 0 and 0 < delta < 1.
  static RenyiFilter for_target(const Target& target);

  /// Asks before a release: true, and the event is charged, if it fits; false, and nothing is
  /// charged, if not. A Skip, charging nothing, for an event without a Renyi bound under the
  /// filter's adjacency.
  Outcome<bool> spend(const Event& event);

  double order() const { return order_; }
  double budget() const { return budget_; }              ///< nats at order()
  double spent() const { return spent_; }                ///< nats at order()
  double remaining() const { return budget_ - spent_; }  ///< never negative
  std::int64_t releases() const { return releases_; }    ///< mechanisms run, counts included

  /// epsilon of the filter's promise at `delta`, whatever is asked of it: the conversion of
  /// Canonne, Kamath, Steinke 2020 of the whole budget. Throws ConfigError unless 0 < delta < 1.
  double promised_epsilon(double delta) const;
  /// The odometer: bounds the privacy loss so far at all times at once, except with probability
  /// delta. 0 before the first release. Throws ConfigError unless 0 < delta < 1.
  double odometer_epsilon(double delta) const;

 private:
  double order_, budget_, spent_ = 0;
  std::int64_t releases_ = 0;
  Adjacency adjacency_;
};

}  // namespace dpsco
