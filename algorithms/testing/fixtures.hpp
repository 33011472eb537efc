// What the tests of methods share: a calibrator in closed form, small problems, a run from fixed
// streams.
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/add_algorithms.hpp"
#include "framework/core/special.hpp"
#include "framework/problem/losses/losses.hpp"

namespace dpsco {

/// Calibrates noisy iteration by exact GDP, straight from the definition: mu^2 = max_t s_t^2 P_t^2
/// / sum_{r>=t} sigma_r^2 P_r^2 scales as 1/scale^2.
struct ClosedForm final : Calibrator {
  Outcome<double> smallest_scale(const std::function<Ledger(double)>& ledger_at,
                                 const Target& target) const override {
    const Ledger unit = ledger_at(1);
    // k Gaussian releases of noise multiplier z under replace_one: mu = 2 sqrt(k)/z.
    if (const auto* gaussian = std::get_if<Gaussian>(&unit.events.at(0).mechanism))
      return sensitivity_factor(*gaussian, unit.adjacency) *
             std::sqrt(double(unit.events.at(0).count)) / gaussian->noise_multiplier /
             gdp_mu(target.epsilon, target.delta);
    const auto& iteration = std::get<NoisyIteration>(unit.events.at(0).mechanism);
    const IterationArrays a = expand(std::get<NamedSchedule>(iteration.schedule));
    double worst = 0, sum = 0, P = 1;
    for (std::size_t t = a.sigma.size(); t-- > 0;) {
      sum += a.sigma[t] * a.sigma[t] * P * P;
      worst = std::max(worst, a.sensitivity[t] * a.sensitivity[t] * P * P / sum);
      P *= a.contraction[t];
    }
    return std::sqrt(worst) / gdp_mu(target.epsilon, target.delta);
  }
};

inline const ClosedForm closed_form;

inline Facts facts(Index n, Index d, const Loss& loss, double R = 10) {
  Facts all{.n = n, .d = d, .bounds = {.row_norm = 1, .radius = R}};
  all.constants = loss.constants(all.bounds);
  all.regularisation = loss.regularisation();
  return all;
}

inline Outcome<std::shared_ptr<const Plan>> plan(const char* name,
                                                 const Facts& facts,
                                                 const Parameters& parameters = {},
                                                 Target target = {.epsilon = 1, .delta = 1e-5}) {
  Catalog catalog;
  add_algorithms(catalog);
  return catalog.algorithms.make(name, parameters)->plan(facts, {target, &closed_form});
}

inline Problem problem(Index n, Index d, std::shared_ptr<const Loss> loss, bool sparse = false) {
  Stream stream({7, std::uint64_t(n + d)});
  Problem out;
  DenseMatrix x{.n = n, .d = d, .values = std::vector<double>(std::size_t(n * d))};
  for (Index i = 0; i < n; ++i) {
    for (double& v : x.mutable_row(i)) v = stream.uniform() < 0.5 ? 0 : 1 / std::sqrt(double(d));
    out.data.y.push_back(stream.uniform() < 0.5 ? -1 : 1);
  }
  if (sparse) {
    SparseMatrix s{.n = n, .d = d};
    for (Index i = 0; i < n; ++i) {
      for (Index j = 0; j < d; ++j) {
        const double v = x.row(i).values[std::size_t(j)];
        if (v == 0) continue;
        s.columns.push_back(std::int32_t(j));
        s.values.push_back(v);
      }
      s.start.push_back(Index(s.columns.size()));
    }
    out.data.x = std::move(s);
  } else {
    out.data.x = std::move(x);
  }
  out.facts = facts(n, d, *loss);
  out.loss = std::move(loss);
  return out;
}

inline Solution run(const Plan& plan, const Problem& on, std::string cell = "cell") {
  const Streams streams(42, "shared", std::move(cell));
  RunContext context(streams, [] { return false; });
  return plan.run(on, context);
}

inline void check_close(const std::vector<double>& a,
                        const std::vector<double>& b,
                        double tolerance) {
  REQUIRE(a.size() == b.size());
  for (std::size_t j = 0; j < a.size(); ++j)
    CHECK(std::abs(a[j] - b[j]) <= tolerance * (1 + std::abs(b[j])));
}

}  // namespace dpsco
