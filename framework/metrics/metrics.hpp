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

/// The worst agent's ExcessEmpiricalRisk; of a method without agents, its one solution's.
struct WorstAgentExcessEmpiricalRisk final : Metric {
  static constexpr Card card{
      .name = "worst_agent_excess_empirical_risk",
      .doc = "training objective of the worst agent above the certified reference optimum"};
  static std::vector<Param<WorstAgentExcessEmpiricalRisk>> parameters() { return {}; }
  bool needs_optimum() const override { return true; }
  Outcome<double> measure(const Problem& problem,
                          const Truth& truth,
                          const Solution& solution) const override;
};

/// Root mean square distance of the agents from their mean.
struct ConsensusError final : Metric {
  static constexpr Card card{.name = "consensus_error",
                             .doc = "root mean square distance of the agents from their mean"};
  static std::vector<Param<ConsensusError>> parameters() { return {}; }
  Outcome<double> measure(const Problem& problem,
                          const Truth& truth,
                          const Solution& solution) const override;
};

struct SentBytes final : Metric {
  static constexpr Card card{.name = "sent_bytes", .doc = "bytes that agents sent to each other"};
  static std::vector<Param<SentBytes>> parameters() { return {}; }
  Outcome<double> measure(const Problem& problem,
                          const Truth& truth,
                          const Solution& solution) const override;
};

/// A simulation's number: what this path's draws cost, averaged over nothing. No guarantee.
struct RealisedLossMetric final : Metric {
  static constexpr Card card{
      .name = "realised_loss",
      .doc = "privacy loss of this very path's draws: a simulation's number, NOT a guarantee"};
  static std::vector<Param<RealisedLossMetric>> parameters() { return {}; }
  Outcome<double> measure(const Problem& problem,
                          const Truth& truth,
                          const Solution& solution) const override;
};

/// Registers every metric, one line each.
void add_metrics(Catalog& catalog);

}  // namespace dpsco
