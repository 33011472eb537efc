// What the tests of the ADMM family share besides fixtures.hpp: strongly convex problems on random
// graphs, runs whose path is kept, and their optimum.
#pragma once

#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/decentralised/agents_run.hpp"
#include "algorithms/decentralised/fixtures.hpp"
#include "algorithms/decentralised/local_solver.hpp"

namespace dpsco::decentralised_testing {

using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;  ///< [N, d]

inline Parameters with(Parameters base, const Parameters& more) {
  for (const auto& [name, value] : more) base.insert_or_assign(name, value);
  return base;
}

/// Keeps every round's iterates.
struct Path final : TrajectoryRecorder {
  std::vector<Matrix> x{};
  bool wants(std::int64_t /*round*/) const override { return true; }
  void look(const Snapshot& snapshot) override {
    x.emplace_back(Eigen::Map<const Matrix>(snapshot.iterates.data(),
                                            snapshot.agents,
                                            Index(snapshot.iterates.size()) / snapshot.agents));
  }
};
inline std::vector<Matrix> path(const Plan& plan,
                                const Problem& on,
                                const Streams& from = streams()) {
  Path kept;
  run(plan, on, 1, from, &kept);
  return kept.x;
}

/// A method's setup for its own sake.
struct OnlySetup final : NetworkMethod {
  explicit OnlySetup(std::int64_t n, std::string kind = "random", std::int64_t seed = 1) {
    agents = n;
    graph = std::move(kind);
    graph_seed = seed;
  }
  using NetworkMethod::setup;
  Outcome<std::shared_ptr<const Plan>> plan(const Facts& /*facts*/,
                                            const Budget& /*budget*/) const override {
    return Skip{"it only sets up"};
  }
};

/// Gradients [N, d] of all agents at x [N, d].
inline Matrix gradients(const LocalObjectives& of, const Matrix& x) {
  Matrix out(x.rows(), x.cols());
  const auto d = std::size_t(x.cols());
  for (Index i = 0; i < x.rows(); ++i)
    of.gradient(int(i),
                std::span(x.data() + std::size_t(i) * d, d),
                std::span(out.data() + std::size_t(i) * d, d));
  return out;
}

/// The minimiser of the whole objective, in every row of [N, d]. pre: lambda > 0.
inline Matrix optimum(const Problem& on, int agents) {
  std::vector<Index> rows(static_cast<std::size_t>(on.facts.n));
  std::iota(rows.begin(), rows.end(), Index{0});
  const LocalObjectives whole(
      on, Shards{.order = rows, .start = {0, on.facts.n}}, double(on.facts.n));
  LocalSolver solver(whole, 0, on.facts.L() + on.facts.regularisation);
  std::vector<double> x(std::size_t(on.facts.d), 0.0);
  solver.solve(0, std::vector<double>(x.size(), 0.0), x, 1e-14);
  return Eigen::Map<const Eigen::RowVectorXd>(x.data(), on.facts.d).replicate(agents, 1);
}

}  // namespace dpsco::decentralised_testing
