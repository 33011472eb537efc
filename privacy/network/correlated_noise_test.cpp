// What accountants make of pairwise-cancelling noise (framework/ledger/correlated_noise.hpp).
#include "framework/ledger/correlated_noise.hpp"

#include <cmath>

#include <Eigen/LU>
#include <doctest/doctest.h>

#include "framework/testing/near.hpp"
#include "privacy/accountants/renyi.hpp"
#include "privacy/accountants/zcdp.hpp"
#include "privacy/testing/prices.hpp"

namespace dpsco {

TEST_CASE(
    "pairwise noise: a clipped round costs 2 a C^2 max_i [(sigma^2 I + sigma_pair^2 L)^-1]_ii "
    "under replace_one, with or without colluders") {
  Eigen::MatrixXd A = Eigen::MatrixXd::Zero(16, 16);
  for (int i = 0; i < 16; ++i) A(i, (i + 1) % 16) = A((i + 1) % 16, i) = 1;
  const PairwiseNoise noise{.sigma = 2, .sigma_pair = 5};
  const double clip = 1.5;
  const auto event = [&](int colluders) {
    return Gaussian{.noise_multiplier =
                        std::sqrt(worst_effective_variance(A, noise, colluders).variance) / clip};
  };
  const Eigen::MatrixXd S =
      4 * Eigen::MatrixXd::Identity(16, 16) + 25 * (2 * Eigen::MatrixXd::Identity(16, 16) - A);
  const double worst = Eigen::MatrixXd(S.inverse()).diagonal().maxCoeff();
  for (const double a : {2.0, 16.0})
    CHECK(near(*testing::renyi_divergence(event(0), Adjacency::replace_one, a),
               2 * a * clip * clip * worst,
               1e-10));
  // Both neighbours collude: local privacy with sigma alone.
  const double local = *zcdp_rho(Gaussian{noise.sigma / clip}, Adjacency::replace_one);
  CHECK(near(*zcdp_rho(event(2), Adjacency::replace_one), local, 1e-10));
  CHECK(*zcdp_rho(event(0), Adjacency::replace_one) < *zcdp_rho(event(1), Adjacency::replace_one));
  CHECK(*zcdp_rho(event(1), Adjacency::replace_one) < local);
  const Ledger rounds{.adjacency = Adjacency::replace_one, .events = {{event(0), 100}}};
  const double rho = 100 * 2 * clip * clip * worst;
  CHECK(near(ZcdpAccountant{}.price(rounds, 1e-5)->epsilon,
             rho + 2 * std::sqrt(rho * std::log(1e5)),
             1e-9));
}

}  // namespace dpsco
