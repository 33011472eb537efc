// What the tests of the ADMM family share: random strongly convex problems, a calibrator straight
// from definitions, and runs whose trajectory is kept.
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <Eigen/Dense>

#include "algorithms/add_algorithms.hpp"
#include "algorithms/decentralised/agents.hpp"
#include "algorithms/decentralised/local_solver.hpp"
#include "framework/core/special.hpp"
#include "framework/problem/losses/losses.hpp"

namespace dpsco::admm_testing {

using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;  ///< [N, d]

/// Pure costs add up; Gaussian ones add up as mu^2. A ledger here has one sort only.
inline double pure_cost(const Event& event, Adjacency adjacency) {
  double one = 0;
  if (const auto* pure = std::get_if<Pure>(&event.mechanism)) one = pure->epsilon;
  if (const auto* l = std::get_if<Laplace>(&event.mechanism))
    one = sensitivity_factor(*l, adjacency) / l->noise_multiplier;
  if (const auto* e = std::get_if<ExponentialNoiseL2>(&event.mechanism))
    one = e->rate * e->sensitivity;
  if (const auto* m = std::get_if<LaplaceUniformMixture>(&event.mechanism))
    one = *std::max_element(m->rate.begin(), m->rate.end()) * m->shift_1;
  return double(event.count) * one;
}

struct ByDefinition final : Calibrator {
  Outcome<double> smallest_scale(const std::function<Ledger(double)>& ledger_at,
                                 const Target& target) const override {
    const auto affordable = [&](double scale) {
      const Ledger ledger = ledger_at(scale);
      double pure = 0, squared_mu = 0;
      for (const Event& event : ledger.events) {
        pure += pure_cost(event, ledger.adjacency);
        if (const auto* g = std::get_if<Gaussian>(&event.mechanism))
          squared_mu += double(event.count) *
                        std::pow(sensitivity_factor(*g, ledger.adjacency) / g->noise_multiplier, 2);
      }
      return pure <= target.epsilon &&
             std::sqrt(squared_mu) <= gdp_mu(target.epsilon, target.delta);
    };
    double low = 1e-12, high = 1e12;
    if (!affordable(high)) return Skip{"no noise is enough", SkipKind::infeasible};
    while (high / low > 1 + 1e-12) {
      const double middle = std::sqrt(low * high);
      (affordable(middle) ? high : low) = middle;
    }
    return high;
  }
};
inline const ByDefinition by_definition;

inline Facts facts(Index n, Index d, const Loss& loss, double lambda) {
  Facts all{.n = n, .d = d, .bounds = {.row_norm = 1, .radius = 10}};
  all.constants = loss.constants(all.bounds);
  all.regularisation = lambda;
  return all;
}

/// n rows of norm at most 1, random labels, logistic loss and (lambda/2)||w||^2.
inline Problem problem(std::uint64_t seed, Index n, Index d, double lambda, bool sparse = false) {
  Stream stream({seed, 77});
  Problem out;
  DenseMatrix x{.n = n, .d = d, .values = std::vector<double>(std::size_t(n * d))};
  for (Index i = 0; i < n; ++i) {
    for (double& v : x.mutable_row(i)) v = stream.uniform() < 0.4 ? 0 : 2 * stream.uniform() - 1;
    const double size = std::max(1.0, norm(x.row(i).values));
    for (double& v : x.mutable_row(i)) v /= size;
    out.data.y.push_back(stream.uniform() < 0.5 ? -1 : 1);
  }
  if (sparse) {
    SparseMatrix s{.n = n, .d = d};
    for (Index i = 0; i < n; ++i) {
      for (Index j = 0; j < d; ++j)
        if (const double v = x.row(i).values[std::size_t(j)]; v != 0) {
          s.columns.push_back(std::int32_t(j));
          s.values.push_back(v);
        }
      s.start.push_back(Index(s.columns.size()));
    }
    out.data.x = std::move(s);
  } else {
    out.data.x = std::move(x);
  }
  out.loss = std::make_shared<Logistic>();
  out.facts = facts(n, d, *out.loss, lambda);
  return out;
}

inline Outcome<std::shared_ptr<const Plan>> plan(const std::string& name,
                                                 const Facts& facts,
                                                 const Parameters& parameters = {},
                                                 Target target = {.epsilon = 1, .delta = 1e-5}) {
  Catalog catalog;
  add_algorithms(catalog);
  return catalog.algorithms.make(name, parameters)->plan(facts, {target, &by_definition});
}

/// Keeps every round's iterates.
struct Path final : TrajectoryRecorder {
  std::vector<Matrix> x{};
  bool wants(std::int64_t /*round*/) const override { return true; }
  void look(const Snapshot& snapshot) override {
    x.push_back(Eigen::Map<const Matrix>(snapshot.iterates.data(),
                                         snapshot.agents,
                                         Index(snapshot.iterates.size()) / snapshot.agents));
  }
};

/// The streams that every run here uses.
inline Streams streams(const std::string& cell = "cell") {
  return {42, "shared", cell};
}
inline Solution run(const Plan& plan,
                    const Problem& on,
                    const std::string& cell = "cell",
                    int threads = 1,
                    TrajectoryRecorder* recorder = nullptr) {
  const Streams from = streams(cell);
  RunContext context(
      from, [] { return false; }, threads, recorder);
  return plan.run(on, context);
}

/// Gradients [N, d] of all agents at x [N, d].
inline Matrix gradients(const Agents& agents, const Matrix& x) {
  Matrix out(x.rows(), x.cols());
  const auto d = std::size_t(x.cols());
  for (int i = 0; i < agents.size(); ++i)
    agents.gradient(i,
                    std::span(x.data() + std::size_t(i) * d, d),
                    std::span(out.data() + std::size_t(i) * d, d));
  return out;
}

/// The minimiser of the whole objective, every row of [N, d] the same. pre: lambda > 0.
inline Matrix optimum(const Problem& on, int agents) {
  const auto d = std::size_t(on.facts.d);
  std::vector<Index> rows(static_cast<std::size_t>(on.facts.n));
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = Index(i);
  LocalSolver solver(on, rows, 1 / double(on.facts.n), on.facts.L() + on.facts.regularisation);
  std::vector<double> x(d, 0.0);
  const std::vector<double> zero(d, 0.0);
  solver.solve(0, zero, x, 1e-14);
  return Eigen::Map<const Eigen::RowVectorXd>(x.data(), Index(d)).replicate(agents, 1);
}

}  // namespace dpsco::admm_testing
