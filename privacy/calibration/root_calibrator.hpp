// Calibration by root finding on an accountant's upper bound: never overshoots, and says so.
#pragma once

#include <memory>

#include "framework/contracts.hpp"

namespace dpsco {

/// Finds the smallest scale with `accountant`, which must outlive it. Only `upper` and `exact`
/// prices count; an estimate makes every target infeasible, with the reason, and so does a refusal
/// wherever the target may lie.
class RootCalibrator final : public Calibrator {
 public:
  explicit RootCalibrator(const Accountant& accountant) : accountant_(accountant) {}
  Outcome<double> smallest_scale(const std::function<Ledger(double)>& ledger_at,
                                 const Target& target) const override;

 private:
  const Accountant& accountant_;
};

}  // namespace dpsco
