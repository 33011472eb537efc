#include "framework/metrics/metrics.hpp"

#include <algorithm>
#include <cmath>

namespace dpsco {

Outcome<double> ExcessEmpiricalRisk::measure(const Problem& problem,
                                             const Truth& truth,
                                             const Solution& solution) const {
  if (!truth.optimum) return Skip{"no certified reference optimum"};
  return problem.objective(solution.w) - truth.optimum->value;
}

Outcome<double> ExcessPopulationRisk::measure(const Problem& problem,
                                              const Truth& truth,
                                              const Solution& solution) const {
  if (truth.population == nullptr) return Skip{"the distribution behind these data is unknown"};
  return truth.population->excess_risk(*problem.loss, solution.w, truth.population_minimiser);
}

Outcome<double> TestAccuracy::measure(const Problem& /*problem*/,
                                      const Truth& truth,
                                      const Solution& solution) const {
  if (!truth.test || truth.test->size() == 0) return Skip{"the data set has no test records"};
  const Data& test = *truth.test;
  return test.with_rows([&](const auto& rows) {
    double right = 0;
    for (Index i = 0; i < rows.n; ++i) {
      const double margin = test.y[std::size_t(i)] * dot(rows.row(i), solution.w);
      right += margin > 0 ? 1 : margin == 0 ? 0.5 : 0;
    }
    return right / double(rows.n);
  });
}

Outcome<double> WorstAgentExcessEmpiricalRisk::measure(const Problem& problem,
                                                       const Truth& truth,
                                                       const Solution& solution) const {
  if (!truth.optimum) return Skip{"no certified reference optimum"};
  const std::vector<double>& all = solution.agents.empty() ? solution.w : solution.agents;
  const std::size_t d = solution.w.size();
  double worst = problem.objective(std::span(all).first(d));
  for (std::size_t at = d; at < all.size(); at += d)
    worst = std::max(worst, problem.objective(std::span(all).subspan(at, d)));
  return worst - truth.optimum->value;
}

Outcome<double> ConsensusError::measure(const Problem& /*problem*/,
                                        const Truth& /*truth*/,
                                        const Solution& solution) const {
  const std::size_t d = solution.w.size();
  if (solution.agents.empty()) return Skip{"the method has no agents"};
  const std::size_t agents = solution.agents.size() / d;
  double sum = 0;
  for (std::size_t i = 0; i < solution.agents.size(); ++i) {
    const double gap = solution.agents[i] - solution.w[i % d];
    sum += gap * gap;
  }
  return std::sqrt(sum / double(agents));
}

Outcome<double> SentBytes::measure(const Problem& /*problem*/,
                                   const Truth& /*truth*/,
                                   const Solution& solution) const {
  return solution.sent_bytes;
}

Outcome<double> RealisedLossMetric::measure(const Problem& /*problem*/,
                                            const Truth& /*truth*/,
                                            const Solution& solution) const {
  if (!solution.realised_loss) return Skip{"the method has no random weights to realise"};
  return *solution.realised_loss;
}

void add_metrics(Catalog& catalog) {
  catalog.metrics.add<ExcessEmpiricalRisk>();
  catalog.metrics.add<ExcessPopulationRisk>();
  catalog.metrics.add<TestAccuracy>();
  catalog.metrics.add<WorstAgentExcessEmpiricalRisk>();
  catalog.metrics.add<ConsensusError>();
  catalog.metrics.add<SentBytes>();
  catalog.metrics.add<RealisedLossMetric>();
}

}  // namespace dpsco
