// ADMM against EXTRA, the exact identity of its Lyapunov function and Theorems 3.1' to 3.3', all of
// docs/admm.md.
#include <cmath>

#include <Eigen/Dense>
#include <doctest/doctest.h>

#include "algorithms/decentralised/admm_fixtures.hpp"
#include "algorithms/decentralised/admm_penalties.hpp"

namespace dpsco {

using namespace decentralised_testing;  // NOLINT(google-build-using-namespace): this test's words

namespace {

/// A problem on a random graph, with what V needs.
struct Case {
  Problem on;
  OnlySetup method;
  Setup setup{};
  LocalObjectives local;
  Matrix L{}, pseudo_inverse{}, optimum{}, optimal_gradient{};

  explicit Case(std::uint64_t seed)
      : on(ridge_problem(20 + Index(seed % 30),
                         1 + Index(seed % 4),
                         0.05 + 0.01 * double(seed % 20),
                         false,
                         seed)),
        method(3 + std::int64_t(seed % 6),
               seed % 3 == 0   ? "ring"
               : seed % 3 == 1 ? "random"
                               : "star",
               std::int64_t(seed)),
        setup(*method.setup(on.facts)),
        local(on,
              deal(setup.split, on.data, setup.agents(), streams().open(Purpose::split, 1)),
              setup.share),
        L(laplacian_of(setup.network->graph())),
        pseudo_inverse(L.completeOrthogonalDecomposition().pseudoInverse()),
        optimum(decentralised_testing::optimum(on, setup.agents())),
        optimal_gradient(gradients(local, optimum)) {}
  Parameters parameters(const Parameters& more) const {
    return with(
        {{"agents", method.agents}, {"graph", method.graph}, {"graph_seed", method.graph_seed}},
        more);
  }
  /// Other noise and penalties, but the same split.
  static Streams draw(const std::string& cell) { return {42, "shared", cell}; }
  /// V = ||e||_D^2 + ||mu||^2/zeta for every round of the path.
  std::vector<double> energy(const std::vector<Matrix>& x, double D, double zeta) const {
    Matrix dual = Matrix::Zero(L.rows(), on.facts.d);
    std::vector<double> v;
    for (const Matrix& at : x) {
      dual -= zeta * L * at;
      const Matrix mu = dual - optimal_gradient;  // A^T (lambda - lambda*), in the range of L
      v.push_back(D * (at - optimum).squaredNorm() +
                  mu.cwiseProduct(pseudo_inverse * mu).sum() / zeta);
    }
    return v;
  }
};

}  // namespace

TEST_CASE("with fixed penalties, zeta = rho0 and no noise ADMM is EXTRA to 1e-12") {
  const Case c(5);
  const double rho0 = 0.3, lambda_n = c.setup.network->lambda_n();
  const double D = rho0 * lambda_n + c.setup.ell;
  const auto planned = plan("admm",
                            c.on.facts,
                            c.parameters({{"rho0", rho0},
                                          {"zeta", rho0},
                                          {"D", D},
                                          {"spread", 0.0},
                                          {"rounds", std::int64_t{60}}}));
  REQUIRE(planned);
  const auto path = decentralised_testing::path(**planned, c.on);
  REQUIRE(path.size() == 61);

  const Index N = c.L.rows();
  const Matrix I = Matrix::Identity(N, N), W = I - 2 * rho0 / D * c.L, half = (I + W) / 2;
  Matrix before = Matrix::Zero(N, c.on.facts.d), g_before = gradients(c.local, before);
  Matrix x = W * before - g_before / D;
  for (std::size_t k = 1; k < path.size(); ++k) {
    CHECK((path[k] - x).cwiseAbs().maxCoeff() < 1e-12);
    const Matrix g = gradients(c.local, x);
    const Matrix next = (I + W) * x - half * before - (g - g_before) / D;
    before = x;
    g_before = g;
    x = next;
  }
  CHECK(x.cwiseAbs().maxCoeff() > 0.01);  // it went somewhere
}

TEST_CASE("the identity of V holds to round-off for random penalties, linearised and exact") {
  for (const std::uint64_t seed : {4U, 9U, 11U})
    for (const bool linearised : {true, false}) {
      const Case c(seed);
      const double rho0 = 0.4, zeta = 0.3;
      const auto planned = plan("admm",
                                c.on.facts,
                                c.parameters({{"rho0", rho0},
                                              {"zeta", zeta},
                                              {"spread", 0.9},
                                              {"subproblem", linearised ? "linearised" : "exact"},
                                              {"rounds", std::int64_t{12}}}));
      REQUIRE(planned);
      const double D = (*planned)->schedule.at("D");
      const auto path = decentralised_testing::path(**planned, c.on);
      const auto V = c.energy(path, D, zeta);
      std::vector<Stream> weights;
      weights.reserve(std::size_t(c.setup.agents()));
      for (int i = 0; i < c.setup.agents(); ++i)
        weights.push_back(streams().open(Purpose::init, std::uint64_t(i)));
      for (std::size_t k = 0; k + 1 < path.size(); ++k) {
        const Matrix e = path[k] - c.optimum, after = path[k + 1] - c.optimum, step = after - e;
        const Matrix g = gradients(c.local, path[linearised ? k : k + 1]) - c.optimal_gradient;
        Matrix excess(e.rows(), e.cols());
        for (Index i = 0; i < e.rows(); ++i)
          for (Index l = 0; l < e.cols(); ++l)
            excess(i, l) = 0.9 * rho0 * (2 * weights[std::size_t(i)].uniform() - 1);
        const auto inner = [](const Matrix& a, const Matrix& b) { return a.cwiseProduct(b).sum(); };
        const double right = 2 * inner(g, after) + D * step.squaredNorm() -
                             rho0 * inner(step, c.L * step) +
                             (rho0 - zeta) * inner(after, c.L * after) + rho0 * inner(e, c.L * e) +
                             2 * inner(excess.cwiseProduct(Matrix(c.L * e)), after);
        CHECK(std::abs(V[k] - V[k + 1] - right) < 1e-11 * (1 + V[0]));
      }
    }
}

TEST_CASE("Theorems 3.1' and 3.2': V falls by 1/(1 + delta) in every round of 100 problems") {
  double worst = 0;
  for (std::uint64_t run = 0; run < 200; ++run) {
    const std::uint64_t seed = run / 2;
    const Case c(seed);
    const bool linearised = run % 2 == 0;
    const double m = c.on.facts.regularisation, ell = c.setup.ell, rho0 = 0.2,
                 lambda_n = c.setup.network->lambda_n(), a = 2 * m * ell / (m + ell);
    const double D = linearised ? 1.3 * (rho0 * lambda_n + m + ell + a / 2) : 1.2 * rho0 * lambda_n;
    const double r = std::min(rho0, std::sqrt(a * rho0 / ((linearised ? 8 : 4) * lambda_n)));
    const auto planned = plan("admm",
                              c.on.facts,
                              c.parameters({{"rho0", rho0},
                                            {"D", D},
                                            {"spread", 0.999 * r / rho0},
                                            {"subproblem", linearised ? "linearised" : "exact"},
                                            {"rounds", std::int64_t{25}}}));
    REQUIRE(planned);
    REQUIRE((*planned)->schedule.count("contraction") == 1);
    const double delta = (*planned)->schedule.at("contraction");
    CHECK(delta > 0);
    const auto path =
        decentralised_testing::path(**planned, c.on, Case::draw(std::to_string(seed)));
    const auto V = c.energy(path, D, (*planned)->schedule.at("zeta"));
    for (std::size_t k = 0; k + 1 < V.size(); ++k) {
      CHECK(V[k + 1] <= V[k] / (1 + delta) + 1e-13 * V[0]);
      worst = std::max(worst, V[k + 1] / V[k]);
    }
  }
  CHECK(worst < 1);
  CHECK(worst > 0.5);
}

TEST_CASE("Theorem 3.2'': with penalties on [0, 2 rho0] the mean of V falls in every round") {
  double worst = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const Case c(seed);
    const double rho0 = 0.2, lambda_n = c.setup.network->lambda_n();
    const double D = std::max(2.6 * rho0 * lambda_n, rho0 * lambda_n + 2 * c.setup.ell);
    const auto planned = plan(
        "admm",
        c.on.facts,
        c.parameters({{"rho0", rho0}, {"D", D}, {"spread", 1.0}, {"rounds", std::int64_t{15}}}));
    REQUIRE(planned);
    CHECK((*planned)->schedule.at("mean_square_r") == rho0);
    const double zeta = (*planned)->schedule.at("zeta");
    const auto path =
        decentralised_testing::path(**planned, c.on, Case::draw(std::to_string(seed)));
    const auto V = c.energy(path, D, zeta);
    // V after a round is a quadratic of independent penalties of mean rho0 and variance rho0^2/3,
    // so its mean is its value at rho0 and a sum of variances.
    Matrix dual = Matrix::Zero(c.L.rows(), c.on.facts.d);
    for (std::size_t k = 0; k + 1 < path.size(); ++k) {
      const Matrix& x = path[k];
      const Matrix v = c.L * x;
      dual -= zeta * v;
      const Matrix fixed = x - (rho0 * v + gradients(c.local, x) - dual) / D;
      const Matrix mu = dual - zeta * c.L * fixed - c.optimal_gradient;
      double mean = D * (fixed - c.optimum).squaredNorm() +
                    mu.cwiseProduct(c.pseudo_inverse * mu).sum() / zeta;
      for (Index i = 0; i < v.rows(); ++i)
        mean += rho0 * rho0 / 3 * v.row(i).squaredNorm() / (D * D) * (D + zeta * c.L(i, i));
      CHECK(mean < V[k]);
      worst = std::max(worst, mean / V[k]);
    }
  }
  CHECK(worst < 1);
  CHECK(worst > 0.5);
}

TEST_CASE("Theorem 3.3': the noise floor bounds the mean of V over 100 problems") {
  double largest = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const Case c(seed);
    const double m = c.on.facts.regularisation, ell = c.setup.ell, rho0 = 0.2,
                 lambda_n = c.setup.network->lambda_n(), a = 2 * m * ell / (m + ell);
    const double D = 1.3 * (rho0 * lambda_n + m + ell + a / 2);
    const double r = 0.999 * std::min(rho0, std::sqrt(a * rho0 / (8 * lambda_n)));
    const auto planned =
        plan("private-admm",
             c.on.facts,
             c.parameters(
                 {{"rho0", rho0}, {"D", D}, {"spread", r / rho0}, {"rounds", std::int64_t{60}}}),
             {.epsilon = 1000, .delta = 1e-5});
    REQUIRE(planned);
    const auto& numbers = (*planned)->schedule;
    const double delta = numbers.at("contraction"), scale = numbers.at("scale");
    const AdmmConstants constants{.rho0 = rho0, .r = r, .zeta = numbers.at("zeta"), .D = D};
    const double per_round =
        noise_floor(constants, delta, 2 * scale * scale, c.on.facts.d, c.setup.network->graph()) *
        delta / (1 + delta);
    const auto path =
        decentralised_testing::path(**planned, c.on, Case::draw(std::to_string(seed)));
    const auto V = c.energy(path, D, constants.zeta);
    // E V^k <= V^0/(1 + delta)^k + per_round sum_j (1 + delta)^{-j}, averaged over the rounds.
    double promised = V[0], mean_promise = 0, mean = 0;
    for (std::size_t k = 1; k < V.size(); ++k) {
      promised = promised / (1 + delta) + per_round;
      mean_promise += promised / 60;
      mean += V[k] / 60;
    }
    CHECK(mean <= mean_promise);
    largest = std::max(largest, mean / mean_promise);
  }
  CHECK(largest > 1e-3);  // a bound of any size would pass: this one is within a thousand
}

TEST_CASE("what cannot converge is refused with the smallest value that would do") {
  const Case c(7);
  const double lambda_n = c.setup.network->lambda_n();
  const auto reason = [&](const char* name, const Parameters& more) {
    const auto planned = plan(name, c.on.facts, c.parameters(more));
    REQUIRE_FALSE(planned);
    return planned.skip().reason;
  };
  for (const char* name : {"admm", "private-admm", "private-exact-admm"}) {
    const std::string small = reason(name, {{"rho0", 1.0}, {"D", 0.5 * lambda_n}});
    CHECK(small.find("smallest admissible value") != std::string::npos);
    CHECK(reason(name, {{"rho0", 1.0}, {"zeta", 1.5}}).find("rho0 must be above zeta") !=
          std::string::npos);
    CHECK(reason(name, {{"convex", "yes"}, {"rho0", 1.0}, {"D", lambda_n + 1}, {"spread", 1.0}})
              .find("(rho0 + r) deg") != std::string::npos);
  }
  CHECK(reason("private-admm", {{"rho0", 1.0}, {"zeta", 1.0}, {"spread", 0.0}}).find("zeta") !=
        std::string::npos);
  CHECK(plan("private-admm", c.on.facts, c.parameters({{"convex", "yes"}, {"spread", 1.0}})));
  // The named value does: a little above it is accepted, a little below is not.
  const double least = lambda_n + c.setup.ell / 2;
  CHECK(plan("private-admm", c.on.facts, c.parameters({{"rho0", 1.0}, {"D", least * (1 + 1e-9)}})));
  CHECK_FALSE(
      plan("private-admm", c.on.facts, c.parameters({{"rho0", 1.0}, {"D", least * (1 - 1e-9)}})));
}

}  // namespace dpsco
