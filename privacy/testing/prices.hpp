// What most accountant tests ask: a mechanism used some times, priced by an accountant of that
// name.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <utility>

#include "privacy/accountants/renyi_sum.hpp"
#include "privacy/add_accountants.hpp"

namespace dpsco::testing {

inline Outcome<Price> price(const std::string& accountant,
                            const Ledger& ledger,
                            double delta = 1e-5) {
  return accountant_catalog().accountants.make(accountant)->price(ledger, delta);
}
/// NaN where there is no price, so that every comparison fails.
inline double epsilon(const std::string& accountant, const Ledger& ledger, double delta = 1e-5) {
  const auto outcome = price(accountant, ledger, delta);
  return outcome ? outcome->epsilon : std::numeric_limits<double>::quiet_NaN();
}
inline Ledger used(Mechanism mechanism,
                   std::int64_t count = 1,
                   Adjacency adjacency = Adjacency::add_remove) {
  return {.adjacency = adjacency, .events = {{std::move(mechanism), count}}};
}
inline Mechanism poisson(double q, double noise) {
  return PoissonSampled{q, {{Gaussian{noise}}}};
}
inline Mechanism uniform_sample(std::int64_t m, std::int64_t n, double noise) {
  return SampledWithoutReplacement{m, n, {{Gaussian{noise}}}};
}
/// D_alpha of one use, an upper bound in both directions, from the curve that `rdp` prices. pre:
/// alpha >= 1; at 1 the KL divergence.
inline Outcome<double> renyi_divergence(Mechanism mechanism, Adjacency adjacency, double alpha) {
  const auto curve = renyi_sum(used(std::move(mechanism), 1, adjacency));
  if (!curve) return curve.skip();
  return curve->divergence(alpha);
}

}  // namespace dpsco::testing
