#include "framework/metrics/metrics.hpp"

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

void add_metrics(Catalog& catalog) {
  catalog.metrics.add<ExcessEmpiricalRisk>();
  catalog.metrics.add<ExcessPopulationRisk>();
  catalog.metrics.add<TestAccuracy>();
}

}  // namespace dpsco
