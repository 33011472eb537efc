// Calibration of one number in a ledger: how much noise, how many steps, how large a sampling rate
// for a target.
#pragma once

#include <string_view>

#include "framework/contracts.hpp"

namespace dpsco {

struct Calibration {
  double value = 0;    ///< of the parameter
  double epsilon = 0;  ///< what the accountant proves at that value, <= the target
  Ledger ledger{};     ///< the template with the value in it
};

/// The best value of `parameter` for the target, by `accountant`'s upper bound, re-verified:
///   noise_multiplier  smallest: every noise multiplier in the template is scaled by one factor,
///   and the first one's
///                     new value is reported (to 1e-9 relative, from above)
///   beta0             smallest, of a noisy_iteration with schedule "ma2022"
///   steps             largest whole count of the template's only event
///   sampling_rate     largest, of the template's only event, poisson_sampled (to 1e-9 relative,
///   from below)
/// A Skip says infeasible, with the best reachable epsilon, or why the accountant can't price the
/// template. Throws ConfigError on an unknown parameter (naming the nearest), one that the template
/// does not have, and bad targets.
Outcome<Calibration> calibrate(const Ledger& ledger,
                               std::string_view parameter,
                               const Accountant& accountant,
                               const Target& target);

/// The smallest delta (from above, relative 1e-9) at which the accountant proves epsilon; 0 if
/// every delta does. pre: epsilon >= 0. A Skip: it can't price the ledger, or proves that epsilon
/// at no delta below 1.
Outcome<double> delta_at(const Ledger& ledger, const Accountant& accountant, double epsilon);

}  // namespace dpsco
