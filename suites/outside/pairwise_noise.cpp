// The epsilons that the authors of pairwise-cancelling noise computed for 16 agents on three
// networks, from their own pairs of noises, by our effective variances and zCDP.
#include <cmath>

#include <fmt/format.h>

#include "framework/core/check.hpp"
#include "framework/ledger/correlated_noise.hpp"
#include "privacy/add_accountants.hpp"
#include "suites/outside/outside_check.hpp"

namespace dpsco {

namespace {

constexpr int agents = 16, side = 4;

enum class Network { clique, torus, ring };

/// [agents, agents] 0 or 1; their "grid" is a torus.
Eigen::MatrixXd network(Network kind) {
  Eigen::MatrixXd A = Eigen::MatrixXd::Zero(agents, agents);
  const auto join = [&](int i, int j) { A(i, j) = A(j, i) = 1; };
  for (int i = 0; i < agents; ++i) {
    if (kind == Network::ring) join(i, (i + 1) % agents);
    if (kind == Network::torus) {
      const int row = i / side, column = i % side;
      join(i, side * row + (column + 1) % side);
      join(i, side * ((row + 1) % side) + column);
    }
    if (kind == Network::clique)
      for (int j = 0; j < i; ++j) join(i, j);
  }
  return A;
}

struct Published {
  const char* name;
  Network kind;
  double sigma, sigma_pair;
  int rounds;
  double epsilon;
};

OutsideCheck check(const Published& row) {
  const Eigen::VectorXd variances =
      effective_variances(network(row.kind), {.sigma = row.sigma, .sigma_pair = row.sigma_pair});
  const Ledger ledger{
      .adjacency = Adjacency::replace_one,
      .events = {{Gaussian{.noise_multiplier = std::sqrt(variances.minCoeff())}, row.rounds}}};
  const auto price = accountant_catalog().accountants.make("zcdp")->price(ledger, 1e-5);
  if (!price) throw ConfigError("zcdp: " + price.skip().reason);
  return {.source = "Allouah et al. 2024, their results, 16 agents",
          .what = fmt::format("epsilon without colluders, {}, T = {}", row.name, row.rounds),
          .published = row.epsilon,
          .low = row.epsilon * (1 - 1e-6),
          .high = row.epsilon * (1 + 1e-6),
          .why =
              "six digits: a matrix inverse and a closed form; C = 1, delta = 1e-5, the sigmas are "
              "those of their result files (1a6f427, 4de5de6), whose grid is a torus",
          .ours = price->epsilon};
}

}  // namespace

std::vector<OutsideCheck> pairwise_noise_checks() {
  return {check({"clique", Network::clique, 15.06664880799404, 32, 2500, 10.399044922518042}),
          check({"grid", Network::torus, 22.96953176771683, 47, 3500, 10.236945871536134}),
          check({"ring", Network::ring, 10.397884190924733, 51, 2500, 20.33990007423235})};
}

}  // namespace dpsco
