#include "privacy/network/gossip.hpp"

#include <algorithm>
#include <cmath>

#include "framework/core/check.hpp"

namespace dpsco {

namespace {

/// Residuals of unit rows below this are rounding.
constexpr double smallest_direction = 1e-12;

void check_matrix(const Eigen::MatrixXd& W, int rounds) {
  require(W.rows() == W.cols() && W.rows() > 0,
          "a mixing matrix must be square and not empty, is {} x {}",
          W.rows(),
          W.cols());
  require(rounds >= 1, "rounds = {} must be at least 1", rounds);
}

/// An orthonormal basis of a row space, one row at a time.
class RowSpace {
 public:
  explicit RowSpace(Eigen::Index n) : basis_(n, n) {}

  bool full() const { return size_ == basis_.cols(); }
  void add(Eigen::VectorXd row) {
    const double norm = row.norm();
    if (full() || !(norm > 0)) return;
    row /= norm;
    // Twice is enough for orthogonality to rounding.
    for (int pass = 0; pass < 2; ++pass)
      row -= basis_.leftCols(size_) * (basis_.leftCols(size_).transpose() * row);
    if (row.norm() > smallest_direction) basis_.col(size_++) = row.normalized();
  }
  /// ||Pi e_u||^2 for every u.
  Eigen::VectorXd projections() const {
    return basis_.leftCols(size_).rowwise().squaredNorm().cwiseMin(1);
  }

 private:
  Eigen::MatrixXd basis_;
  Eigen::Index size_ = 0;
};

}  // namespace

std::vector<Eigen::MatrixXd> gossip_mixing(const Eigen::MatrixXd& W, int rounds) {
  check_matrix(W, rounds);
  std::vector<Eigen::MatrixXd> mixing{Eigen::MatrixXd::Identity(W.rows(), W.cols())};
  while (int(mixing.size()) < rounds) {
    Eigen::MatrixXd next = W * mixing.back();
    mixing.push_back(std::move(next));
  }
  return mixing;
}

std::vector<Eigen::MatrixXd> chebyshev_mixing(const Eigen::MatrixXd& W, double gamma, int rounds) {
  auto mixing = gossip_mixing(W, std::min(rounds, 2));
  while (int(mixing.size()) < rounds) {
    Eigen::MatrixXd next = gamma * (W * mixing.back()) + (1 - gamma) * mixing[mixing.size() - 2];
    mixing.push_back(std::move(next));
  }
  return mixing;
}

double chebyshev_gamma(double spectral_gap) {
  require(0 < spectral_gap && spectral_gap <= 1,
          "a spectral gap of {} is outside (0, 1]: gossip needs a connected graph",
          spectral_gap);
  const double l = spectral_gap, half = 1 - l / 2;
  return 2 * (1 - std::sqrt(l * (1 - l / 4))) / (half * half);
}

PairwiseLoss pairwise_renyi(std::span<const Eigen::MatrixXd> mixing,
                            int observer,
                            std::span<const int> neighbours,
                            double sigma,
                            double sensitivity) {
  require(!mixing.empty(), "gossip without a round shows nothing: expected at least one matrix");
  const Eigen::Index n = mixing.front().rows();
  for (const Eigen::MatrixXd& P : mixing)
    require(P.rows() == n && P.cols() == n,
            "mixing matrices differ in size: {} x {} among {} x {}",
            P.rows(),
            P.cols(),
            n,
            n);
  require(0 <= observer && observer < n, "observer {} is not one of {} nodes", observer, n);
  for (const int w : neighbours)
    require(0 <= w && w < n && w != observer,
            "neighbour {} of node {} is not another one of {} nodes",
            w,
            observer,
            n);
  require(sigma > 0, "noise sigma = {} must be positive", sigma);
  require(sensitivity >= 0, "sensitivity = {} must not be negative", sensitivity);
  PairwiseLoss loss{.exact = Eigen::VectorXd::Zero(n),
                    .published = Eigen::VectorXd::Zero(n),
                    .local = sensitivity * sensitivity / (2 * sigma * sigma)};
  RowSpace seen(n);
  seen.add(Eigen::VectorXd::Unit(n, observer));
  for (const Eigen::MatrixXd& P : mixing)
    for (const int w : neighbours) {
      const Eigen::VectorXd row = P.row(w);
      if (row.squaredNorm() > 0) loss.published += row.cwiseAbs2() / row.squaredNorm();
      seen.add(row);
    }
  loss.exact = loss.local * seen.projections();
  loss.published = loss.local * loss.published.cwiseMin(1);
  loss.exact[observer] = loss.published[observer] = 0;
  return loss;
}

}  // namespace dpsco
