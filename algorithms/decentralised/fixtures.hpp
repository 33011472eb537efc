// What the tests of decentralised methods share. No test framework here: a test asks and checks.
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include <Eigen/Core>

#include "algorithms/decentralised/add_decentralised.hpp"
#include "algorithms/decentralised/descent.hpp"
#include "framework/core/special.hpp"
#include "framework/problem/losses/losses.hpp"

namespace dpsco::decentralised_testing {

/// Pure cost of an event, straight from definitions; 0 for Gaussian noise.
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

/// Prices what the methods list: pure costs add up, Gaussian ones as mu^2. A ledger here has one
/// sort only.
struct ByDefinition final : Calibrator {
  Outcome<double> smallest_scale(const std::function<Ledger(double)>& ledger_at,
                                 const Target& target) const override {
    const double mu = gdp_mu(target.epsilon, target.delta);
    const auto affordable = [&](double scale) {
      const Ledger ledger = ledger_at(scale);
      double pure = 0, squared_mu = 0;
      for (const Event& event : ledger.events) {
        pure += pure_cost(event, ledger.adjacency);
        if (const auto* g = std::get_if<Gaussian>(&event.mechanism))
          squared_mu += double(event.count) *
                        std::pow(sensitivity_factor(*g, ledger.adjacency) / g->noise_multiplier, 2);
      }
      return pure <= target.epsilon && std::sqrt(squared_mu) <= mu;
    };
    double low = 1e-12, high = 1e12;
    if (!affordable(high)) return Skip{"no noise is enough", SkipKind::infeasible};
    while (high / low > 1 + 1e-14) {
      const double middle = std::sqrt(low * high);
      if (middle <= low || middle >= high) break;
      (affordable(middle) ? high : low) = middle;
    }
    return high;
  }
};
inline const ByDefinition by_definition;

inline Facts facts(Index n, Index d, const Loss& loss) {
  Facts all{.n = n, .d = d, .bounds = {.row_norm = 1, .radius = 10}};
  all.constants = loss.constants(all.bounds);
  all.regularisation = loss.regularisation();
  return all;
}

inline Outcome<std::shared_ptr<const Plan>> plan(const std::string& name,
                                                 const Facts& facts,
                                                 const Parameters& parameters = {},
                                                 Target target = {.epsilon = 1, .delta = 1e-5}) {
  Catalog catalog;
  add_decentralised(catalog);
  return catalog.algorithms.make(name, parameters)->plan(facts, {target, &by_definition});
}

/// Rows of norm at most 1, half of the entries zero; labels from a noisy linear rule.
inline Problem problem(Index n,
                       Index d,
                       std::shared_ptr<const Loss> loss,
                       bool sparse = false,
                       std::uint64_t seed = 11) {
  Stream stream({seed, std::uint64_t(n * 1000 + d)});
  Problem out;
  DenseMatrix x{.n = n, .d = d, .values = std::vector<double>(std::size_t(n * d))};
  SparseMatrix few{.n = n, .d = d};
  for (Index i = 0; i < n; ++i) {
    double lean = stream.uniform() - 0.5;
    for (Index j = 0; j < d; ++j) {
      const bool zero = stream.uniform() < 0.5;
      const double v = (2 * stream.uniform() - 1) / std::sqrt(double(d));
      if (zero) continue;
      x.mutable_row(i)[std::size_t(j)] = v;
      few.columns.push_back(std::int32_t(j));
      few.values.push_back(v);
      lean += j % 2 == 0 ? v : -v;
    }
    few.start.push_back(Index(few.columns.size()));
    out.data.y.push_back(lean < 0 ? -1 : 1);
  }
  if (sparse) {
    out.data.x = std::move(few);
  } else {
    out.data.x = std::move(x);
  }
  out.facts = facts(n, d, *loss);
  out.loss = std::move(loss);
  return out;
}

/// The same labels over rows of zeros: no gradient but the regulariser's.
inline Problem without_features(Index n, Index d) {
  Problem out = problem(n, d, std::make_shared<Logistic>());
  for (double& v : std::get<DenseMatrix>(out.data.x).values) v = 0;
  return out;
}

inline const Streams& streams() {
  static const Streams fixed(42, "shared", "cell");
  return fixed;
}

inline Solution run(const Plan& plan,
                    const Problem& on,
                    int threads = 1,
                    const Streams& from = streams(),
                    TrajectoryRecorder* recorder = nullptr) {
  RunContext context(
      from, [] { return false; }, threads, recorder);
  return plan.run(on, context);
}

inline double largest_gap(const std::vector<double>& a, const std::vector<double>& b) {
  double gap = a.size() == b.size() ? 0 : 1e300;
  for (std::size_t k = 0; k < a.size() && k < b.size(); ++k)
    gap = std::max(gap, std::abs(a[k] - b[k]));
  return gap;
}

/// W [N, N] row-major, written out.
inline std::vector<double> dense_weights(const Network& network) {
  const auto n = std::size_t(network.agents());
  std::vector<double> W(n * n, 0.0);
  for (int i = 0; i < network.agents(); ++i) {
    const auto row = std::size_t(i);
    W[row * n + row] = network.self_weight(i);
    const auto near = network.graph().neighbours(i);
    for (std::size_t k = 0; k < near.size(); ++k)
      W[row * n + std::size_t(near[k])] = network.weights(i)[k];
  }
  return W;
}

/// What plain loops are written with: X [N, d] as a matrix, gradients and Gaussian noise by the
/// same streams as the run, drawn once a call and agent.
struct Plain {
  Plain(const Plan& plan, const Problem& on)
      : of(dynamic_cast<const DescentPlan&>(plan)),
        N(of.setup.agents()),
        d(on.data.dimension()),
        eta(plan.schedule.at("eta")),
        scale(plan.schedule.at("gradient_noise")),
        local(on,
              deal(of.setup.split, on.data, N, streams().open(Purpose::split, 1)),
              of.setup.share) {
    const auto weights = dense_weights(*of.setup.network);
    W = Eigen::Map<const Eigen::MatrixXd>(weights.data(), N, N);  // symmetric
    for (int i = 0; i < N; ++i) noise.push_back(streams().open(Purpose::noise, std::uint64_t(i)));
  }
  Eigen::MatrixXd zeros() const { return Eigen::MatrixXd::Zero(N, d); }
  Eigen::MatrixXd gradient(const Eigen::MatrixXd& X) const {
    Eigen::MatrixXd out(N, d);
    std::vector<double> x(static_cast<std::size_t>(d)), g(x.size());
    for (int i = 0; i < N; ++i) {
      for (Index l = 0; l < d; ++l) x[std::size_t(l)] = X(i, l);
      local.gradient(i, x, g);
      for (Index l = 0; l < d; ++l) out(i, l) = g[std::size_t(l)];
    }
    return out;
  }
  Eigen::MatrixXd normals() {
    Eigen::MatrixXd out(N, d);
    std::vector<double> z(static_cast<std::size_t>(d));
    for (int i = 0; i < N; ++i) {
      noise[std::size_t(i)].normals(z);
      for (Index l = 0; l < d; ++l) out(i, l) = z[std::size_t(l)];
    }
    return out;
  }
  /// Gaussian noise as the ledger's scale has it, on gradients.
  Eigen::MatrixXd noisy_gradient(const Eigen::MatrixXd& X) {
    return gradient(X) + scale * normals();
  }

  /// A gradient step with noise added to it.
  Eigen::MatrixXd noisy_step(const Eigen::MatrixXd& X) {
    return X - eta * gradient(X) + eta * scale * normals();
  }

  const DescentPlan& of;
  int N;
  Index d;
  double eta, scale;
  LocalObjectives local;
  Eigen::MatrixXd W{};
  std::vector<Stream> noise{};
};

inline double largest_gap(const std::vector<double>& agents, const Eigen::MatrixXd& X) {
  double gap = Index(agents.size()) == X.size() ? 0 : 1e300;
  for (Eigen::Index i = 0; i < X.rows(); ++i)
    for (Eigen::Index l = 0; l < X.cols(); ++l)
      gap = std::max(gap, std::abs(agents.at(std::size_t(i * X.cols() + l)) - X(i, l)));
  return gap;
}

/// A finite difference of the training objective at w: the largest slope.
inline double largest_slope(const Problem& on, const std::vector<double>& w) {
  double worst = 0;
  for (std::size_t l = 0; l < w.size(); ++l) {
    auto up = w, down = w;
    up[l] += 1e-5;
    down[l] -= 1e-5;
    worst = std::max(worst, std::abs(on.objective(up) - on.objective(down)) / 2e-5);
  }
  return worst;
}

inline Problem ridge_problem(
    Index n, Index d, double l2, bool sparse = false, std::uint64_t seed = 11) {
  auto ridge = std::make_shared<Logistic>();
  ridge->l2 = l2;
  return problem(n, d, ridge, sparse, seed);
}

}  // namespace dpsco::decentralised_testing
