#include "framework/ledger/correlated_noise.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include <Eigen/Cholesky>

#include "framework/core/check.hpp"

namespace dpsco {

namespace {

using Eigen::Index;

void check_input(const Eigen::MatrixXd& adjacency, const PairwiseNoise& noise) {
  require(adjacency.rows() == adjacency.cols() && adjacency.rows() > 0,
          "an adjacency matrix must be square and not empty, is {} x {}",
          adjacency.rows(),
          adjacency.cols());
  for (Index i = 0; i < adjacency.rows(); ++i)
    for (Index j = 0; j < adjacency.cols(); ++j)
      require(
          (adjacency(i, j) == 0 || adjacency(i, j) == 1) && adjacency(i, j) == adjacency(j, i) &&
              adjacency(i, i) == 0,
          "the adjacency matrix has {} at ({}, {}) and {} at ({}, {}): expected a symmetric 0-1 "
          "matrix with zeros on the diagonal",
          adjacency(i, j),
          i,
          j,
          adjacency(j, i),
          j,
          i);
  require(noise.sigma > 0 && std::isfinite(noise.sigma),
          "sigma = {} must be positive and finite",
          noise.sigma);
  require(noise.sigma_pair >= 0 && std::isfinite(noise.sigma_pair),
          "sigma_pair = {} must be finite and not negative",
          noise.sigma_pair);
}

Eigen::VectorXd variances(const Eigen::MatrixXd& adjacency,
                          const PairwiseNoise& noise,
                          const std::vector<bool>& colludes) {
  std::vector<Index> honest;
  for (Index i = 0; i < adjacency.rows(); ++i)
    if (!colludes[std::size_t(i)]) honest.push_back(i);
  const auto h = Index(honest.size());
  const double own = noise.sigma * noise.sigma, pair = noise.sigma_pair * noise.sigma_pair;
  Eigen::MatrixXd S = own * Eigen::MatrixXd::Identity(h, h);
  for (Index a = 0; a < h; ++a)
    for (Index b = 0; b < h; ++b)
      if (adjacency(honest[std::size_t(a)], honest[std::size_t(b)]) == 1) {
        S(a, a) += pair;
        S(a, b) -= pair;
      }
  const Eigen::MatrixXd inverse = S.llt().solve(Eigen::MatrixXd::Identity(h, h));
  Eigen::VectorXd out =
      Eigen::VectorXd::Constant(adjacency.rows(), std::numeric_limits<double>::infinity());
  // Between the agent's own noise and all that is added, whatever rounding says.
  for (Index a = 0; a < h; ++a)
    out[honest[std::size_t(a)]] =
        std::clamp((1 - 1e-12) / inverse(a, a), own * (1 - 1e-12), S(a, a));
  return out;
}

/// n choose k, or more than `most` if it is.
std::int64_t sets(int n, int k, std::int64_t most) {
  double count = 1;
  for (int i = 1; i <= k && count <= double(most); ++i) count *= double(n - k + i) / i;
  return std::int64_t(std::ceil(std::min(count, double(most) + 1)));
}

}  // namespace

Eigen::VectorXd effective_variances(const Eigen::MatrixXd& adjacency,
                                    const PairwiseNoise& noise,
                                    std::span<const int> colluders) {
  check_input(adjacency, noise);
  std::vector<bool> colludes(std::size_t(adjacency.rows()), false);
  for (const int i : colluders) {
    require(
        0 <= i && i < adjacency.rows(), "colluder {} is not one of {} agents", i, adjacency.rows());
    colludes[std::size_t(i)] = true;
  }
  return variances(adjacency, noise, colludes);
}

WorstVariance worst_effective_variance(const Eigen::MatrixXd& adjacency,
                                       const PairwiseNoise& noise,
                                       int colluders,
                                       std::int64_t most_sets) {
  check_input(adjacency, noise);
  const auto n = int(adjacency.rows());
  require(0 <= colluders && colluders < n,
          "{} colluders among {} agents: expected 0 to {}",
          colluders,
          n,
          n - 1);
  const double own = noise.sigma * noise.sigma, pair = noise.sigma_pair * noise.sigma_pair;
  const double least_degree = adjacency.rowwise().sum().minCoeff();
  WorstVariance worst{.variance = std::numeric_limits<double>::infinity()};
  if (least_degree <= colluders) {
    // Somebody is surrounded: only their own noise is left.
    worst.variance = own * (1 - 1e-12);
    return worst;
  }
  if (sets(n, colluders, most_sets) > most_sets) {
    const double kept = least_degree - colluders;
    return {.variance = (own + kept * own * pair / (own + pair)) * (1 - 1e-12), .exact = false};
  }
  std::vector<bool> colludes(std::size_t(n), false);
  std::fill_n(colludes.begin(), colluders, true);
  do {
    worst.variance = std::min(worst.variance, variances(adjacency, noise, colludes).minCoeff());
  } while (std::prev_permutation(colludes.begin(), colludes.end()));
  return worst;
}

}  // namespace dpsco
