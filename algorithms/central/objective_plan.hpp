// From a weight and a solver's accuracy to a calibrated plan: objective perturbation and
// approximate minima perturbation differ in nothing else.
#pragma once

#include "framework/contracts.hpp"

namespace dpsco {

struct ObjectivePlan {
  bool is_gaussian = true;  ///< law of both noises; else exponential_l2
  double extra_l2 = 0;      ///< Lambda - lambda >= 0
  double gamma = 0;         ///< certified gradient norm
  /// Take the smallest gamma that double precision certifies where `gamma` is below it. pre:
  /// is_gaussian.
  bool gamma_may_grow = false;
  double output_share = 0;  ///< of the objective noise's epsilon (or mu), spent on the output noise
  std::int64_t max_steps = 0;
  std::map<std::string, double> numbers{};  ///< more for the table

  /// Calibrated to `budget` (99 % of its delta for a Gaussian objective noise). A Skip says which
  /// setting would do. pre: facts.n >= 1, Lambda > 0.
  Outcome<std::shared_ptr<const Plan>> make(const Facts& facts, const Budget& budget) const;
};

}  // namespace dpsco
