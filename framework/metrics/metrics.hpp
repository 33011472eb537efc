// What is measured of a solution, outside the timer.
#pragma once

#include "framework/contracts.hpp"
#include "framework/registry/catalog.hpp"

namespace dpsco {

/// F(w) - F(reference optimum) on the training data, up to the optimum's certificate. Negative for
/// an iterate outside the reference's ball that is better than everything in it.
struct ExcessEmpiricalRisk final : Metric {
  static constexpr Card card{.name = "excess_empirical_risk",
                             .doc = "training objective above the certified reference optimum"};
  static std::vector<Param<ExcessEmpiricalRisk>> parameters() { return {}; }
  bool needs_optimum() const override { return true; }
  Outcome<double> measure(const Problem& problem,
                          const Truth& truth,
                          const Solution& solution) const override;
};

/// Population risk above its minimum, on one fresh sample that all arms of a repetition share,
/// labels averaged out exactly. Synthetic data only.
struct ExcessPopulationRisk final : Metric {
  static constexpr Card card{.name = "excess_population_risk",
                             .doc = "population risk above its minimiser's (synthetic data only)"};
  static std::vector<Param<ExcessPopulationRisk>> parameters() { return {}; }
  Outcome<double> measure(const Problem& problem,
                          const Truth& truth,
                          const Solution& solution) const override;
};

/// Share of test records with y <w, x> > 0; a margin of exactly 0 counts one half, as a fair coin
/// would.
struct TestAccuracy final : Metric {
  static constexpr Card card{
      .name = "test_accuracy",
      .doc = "share of test records classified right; a tie counts one half"};
  static std::vector<Param<TestAccuracy>> parameters() { return {}; }
  Outcome<double> measure(const Problem& problem,
                          const Truth& truth,
                          const Solution& solution) const override;
};

/// Registers every metric, one line each.
void add_metrics(Catalog& catalog);

}  // namespace dpsco
