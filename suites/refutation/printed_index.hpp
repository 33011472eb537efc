// Algorithm 1 of Ma, Marinov and Zhang with the index as printed: update t takes the batch of
// t - 1, so the last batch is about sqrt(T)/2 instead of sqrt(T/2) records and hides its members
// less. It runs under the ledger, and with the noise, of the corrected index.
#pragma once

#include "algorithms/central/single_pass_dp_sgd.hpp"
#include "suites/refutation/function_plan.hpp"

namespace dpsco::refutation {

struct PrintedIndex final : Algorithm {
  bool printed = true;
  double eta0 = 10;

  static constexpr Card card = SinglePassDpSgd::card;

  Outcome<std::shared_ptr<const Plan>> plan(const Facts& facts,
                                            const Budget& budget) const override {
    const Remembering calibrator(*budget.calibrator);
    SinglePassDpSgd method;
    method.eta0 = eta0;
    auto claimed = method.plan(facts, {budget.target, &calibrator});
    if (!claimed || !printed) return claimed;
    method.index = "printed";
    const Fixed same_noise(calibrator.found);
    auto really = method.plan(facts, {budget.target, &same_noise});
    if (!really) return really;
    return plan_of((*claimed)->ledger,
                   [plan = *really](const Problem& problem, RunContext& context) {
                     return plan->run(problem, context);
                   });
  }

 private:
  struct Remembering final : Calibrator {
    explicit Remembering(const Calibrator& other) : inner(other) {}
    Outcome<double> smallest_scale(const std::function<Ledger(double)>& ledger_at,
                                   const Target& target) const override {
      auto scale = inner.smallest_scale(ledger_at, target);
      if (scale) found = *scale;
      return scale;
    }
    const Calibrator& inner;
    mutable double found = 0;
  };
  struct Fixed final : Calibrator {
    explicit Fixed(double answer) : scale(answer) {}
    Outcome<double> smallest_scale(const std::function<Ledger(double)>& /*ledger_at*/,
                                   const Target& /*target*/) const override {
      return scale;
    }
    double scale;
  };
};

}  // namespace dpsco::refutation
