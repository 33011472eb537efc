// The noisy ADMM methods against plain loops from the same streams: what is sent obeys its equation
// with the noise that the ledger was planned for.
#include "algorithms/decentralised/perturbed_admm.hpp"

#include <cmath>

#include <doctest/doctest.h>

#include "algorithms/decentralised/admm_fixtures.hpp"

namespace dpsco {

using namespace decentralised_testing;  // NOLINT(google-build-using-namespace): this test's words

namespace {

const Parameters small = {{"agents", std::int64_t{5}}, {"rounds", std::int64_t{9}}};
const std::vector<std::string> noisy_names = {
    "private-admm", "private-exact-admm", "m-admm", "dvp", "pvp", "recycled-admm", "dp-admm"};

/// Five agents on the default random graph and their noise, redrawn.
struct Five {
  Problem on = ridge_problem(47, 3, 0.1);
  Setup setup = *OnlySetup(5).setup(on.facts);
  const Graph& graph = setup.network->graph();
  Matrix L = laplacian_of(graph);
  LocalObjectives local{
      on, deal(setup.split, on.data, 5, streams().open(Purpose::split, 1)), setup.share};
  std::vector<Stream> noise{}, weights{};
  Five() {
    for (std::uint64_t i = 0; i < 5; ++i) {
      noise.push_back(streams().open(Purpose::noise, i));
      weights.push_back(streams().open(Purpose::init, i));
    }
  }
  Matrix draw(BroadcastNoise::Kind kind, const std::vector<double>& scales) {
    Matrix b = Matrix::Zero(5, 3);
    std::vector<double> scratch(3);
    for (int i = 0; i < 5; ++i)
      if (scales[std::size_t(i)] > 0)
        BroadcastNoise{.kind = kind, .scale = scales[std::size_t(i)]}.add_to(
            std::span(b.data() + std::size_t(3 * i), 3), noise[std::size_t(i)], scratch);
    return b;
  }
  Eigen::VectorXd degrees() const { return L.diagonal(); }
  /// grad O(f) + 2 lambda + 2 eta V f - eta sum_j (f_i^t + f_j^t) + ridge f, f^t = x: -b at the
  /// argmin.
  Matrix residual(const Matrix& f, const Matrix& x, const Matrix& lambda, double eta) const {
    const Matrix V = degrees().asDiagonal();
    const Matrix sums = V * x + (V - L) * x;
    return gradients(local, f) + 2 * lambda + 2 * eta * V * f - eta * sums;
  }
};

}  // namespace

TEST_CASE("private-admm is its formula, agent by agent, from the same streams") {
  Five s;
  const auto planned =
      plan("private-admm", s.on.facts, with(small, {{"spread", 0.8}, {"realised", "yes"}}));
  REQUIRE(planned);
  const auto& n = (*planned)->schedule;
  const double D = n.at("D"), rho0 = n.at("rho0"), r = n.at("r"), zeta = n.at("zeta");
  CHECK(r == 0.8 * rho0);
  Matrix x = Matrix::Zero(5, 3), dual = x;
  for (int k = 0; k < 9; ++k) {
    const Matrix g = gradients(s.local, x);
    const Matrix b = s.draw(BroadcastNoise::Kind::laplace, std::vector(5, n.at("scale")));
    Matrix next(5, 3);
    for (int i = 0; i < 5; ++i)
      for (int l = 0; l < 3; ++l) {
        double v = 0;
        for (const int j : s.graph.neighbours(i)) v += x(i, l) - x(j, l);
        const double rho = rho0 - r + 2 * r * s.weights[std::size_t(i)].uniform();
        next(i, l) = x(i, l) - (rho * v + g(i, l) - dual(i, l)) / D + b(i, l);
      }
    dual -= zeta * s.L * next;
    x = next;
  }
  const Solution out = run(**planned, s.on);
  for (int i = 0; i < 15; ++i) CHECK(std::abs(out.agents[std::size_t(i)] - x.data()[i]) < 1e-11);
  CHECK(out.gradients == 9 * 47);
  REQUIRE(out.realised_loss);
  CHECK(*out.realised_loss > 0);
  CHECK(*out.realised_loss <= n.at("worst_case_d_B_inf") * (1 + 1e-12));
}

TEST_CASE("m-admm, dvp and recycled-admm: messages solve their perturbed subproblems") {
  for (const std::string name : {"m-admm", "dvp", "recycled-admm"}) {
    CAPTURE(name);
    Five s;
    const double eta0 = 0.2;
    Parameters parameters = with(small, {{"eta", eta0}});
    if (name == "m-admm") parameters.insert_or_assign("hold", std::int64_t{4});
    const auto planned = plan(name, s.on.facts, parameters, {.epsilon = 40, .delta = 1e-5});
    REQUIRE(planned);
    const auto& n = (*planned)->schedule;
    const auto path = decentralised_testing::path(**planned, s.on);
    Matrix lambda = Matrix::Zero(5, 3), ghat;
    for (int k = 0; k < 9; ++k) {
      const Matrix &x = path[std::size_t(k)], &f = path[std::size_t(k) + 1];
      lambda += eta0 / 2 * s.L * x;  // theta = eta of the first round
      const double eta = name == "m-admm" ? eta0 * std::pow(1.02, k - k % 4) : eta0;
      if (name == "recycled-admm" && k % 2 == 1) {
        for (int i = 0; i < 5; ++i) {
          const Eigen::RowVectorXd right =
              x.row(i) - (ghat.row(i) + 2 * lambda.row(i) + eta * (s.L * x).row(i)) /
                             (2 * eta * s.degrees()[i] + n.at("damping"));
          CHECK((f.row(i) - right).cwiseAbs().maxCoeff() < 1e-10);
        }
        continue;
      }
      std::vector<double> scales(5, name == "m-admm" ? 0 : n.at("scale"));
      for (int i = 0; i < 5; ++i) {
        const double V = s.degrees()[i];
        if (name == "m-admm") scales[std::size_t(i)] = 2 * eta * V / n.at("alpha");
        if (name != "dvp") continue;
        // All budgets are the same: what the Jacobian leaves is for the noise.
        const double share = 5.0 / 47,
                     left = n.at("alpha") - std::log1p(0.25 * share / (0.1 + 2 * eta * V));
        scales[std::size_t(i)] = 2 * share / left;
      }
      const Matrix b = s.draw(BroadcastNoise::Kind::exponential, scales);
      const Matrix residual = s.residual(f, x, lambda, eta);
      CHECK((residual + b).cwiseAbs().maxCoeff() < 1e-9 * (1 + b.cwiseAbs().maxCoeff()));
      const Matrix V = s.degrees().asDiagonal();
      // The paper's form of the gradient that is used again, from public messages alone.
      ghat = -2 * lambda - eta * (2 * V * f - V * x - (V - s.L) * x);
      CHECK((ghat - gradients(s.local, f) - b).cwiseAbs().maxCoeff() <
            1e-9 * (1 + b.cwiseAbs().maxCoeff()));
    }
  }
}

TEST_CASE("pvp and private-exact-admm: a message is the exact argmin plus the planned noise") {
  Five s;
  const auto planned = plan("pvp", s.on.facts, with(small, {{"eta", 0.2}}));
  REQUIRE(planned);
  const auto path = decentralised_testing::path(**planned, s.on);
  Matrix lambda = Matrix::Zero(5, 3);
  const double least = 0.1 + 2 * 0.2 * s.degrees().minCoeff();
  for (int k = 0; k < 9; ++k) {
    lambda += 0.1 * s.L * path[std::size_t(k)];
    std::vector<double> scales;
    scales.reserve(5);
    for (int i = 0; i < 5; ++i)
      scales.push_back((*planned)->schedule.at("scale") * least / (0.1 + 0.4 * s.degrees()[i]));
    const Matrix f = path[std::size_t(k) + 1] - s.draw(BroadcastNoise::Kind::exponential, scales);
    CHECK(s.residual(f, path[std::size_t(k)], lambda, 0.2).norm() < 3e-6);
  }

  Five e;
  const auto exact = plan("private-exact-admm", e.on.facts, with(small, {{"spread", 0.0}}));
  REQUIRE(exact);
  const auto& n = (*exact)->schedule;
  const auto exact_path = decentralised_testing::path(**exact, e.on);
  Matrix dual = Matrix::Zero(5, 3);
  for (int k = 0; k < 9; ++k) {
    const Matrix& x = exact_path[std::size_t(k)];
    dual -= n.at("zeta") * e.L * x;
    const Matrix f = exact_path[std::size_t(k) + 1] -
                     e.draw(BroadcastNoise::Kind::gaussian, std::vector(5, n.at("scale")));
    const Matrix left = gradients(e.local, f) + n.at("D") * (f - x);
    CHECK((left - dual + n.at("rho0") * e.L * x).norm() < 3e-6);
  }
}

TEST_CASE("dp-admm is its formula around the server") {
  Five s;
  const auto planned = plan("dp-admm", s.on.facts, small);
  REQUIRE(planned);
  const double sigma = (*planned)->schedule.at("sigma"), rho = 0.1;
  Matrix w = Matrix::Zero(5, 3), gamma = w;
  Eigen::RowVectorXd server = Eigen::RowVectorXd::Zero(3);
  const double smoothness = 0.25 * 10 * 5 / 47.0 + 0.1;
  for (int k = 1; k <= 9; ++k) {
    const double inverse = smoothness + sigma * std::sqrt(2.0 * 3 * k) / 10;
    const Matrix pull = gamma.rowwise() + rho * server;
    w = (pull + inverse * w - gradients(s.local, w)) / (rho + inverse) +
        s.draw(BroadcastNoise::Kind::gaussian, std::vector(5, sigma / (rho + inverse)));
    server = (w - gamma / rho).colwise().mean();
    gamma -= rho * (w.rowwise() - server);
  }
  const Solution out = run(**planned, s.on);
  for (int i = 0; i < 15; ++i) CHECK(std::abs(out.agents[std::size_t(i)] - w.data()[i]) < 1e-10);
}

TEST_CASE("with next to no noise every method finds the minimiser, and agents agree") {
  const Problem on = ridge_problem(60, 3, 0.2, false, 5);
  const Matrix best = optimum(on, 5);
  for (const std::string& name : noisy_names) {
    CAPTURE(name);
    Parameters parameters = with(small, {{"rounds", std::int64_t{400}}});
    if (name == "m-admm") parameters.insert_or_assign("growth", 1.0);
    const auto planned = plan(name, on.facts, parameters, {.epsilon = 1e14, .delta = 1 - 1e-9});
    REQUIRE(planned);
    const Solution out = run(**planned, on);
    for (int i = 0; i < 15; ++i)
      CHECK(std::abs(out.agents[std::size_t(i)] - best.data()[i]) < 2e-5);
  }
}

TEST_CASE("every noisy method: sparse = dense, and the bits do not depend on threads" *
          doctest::test_suite("graph")) {
  for (const std::string& name : noisy_names) {
    CAPTURE(name);
    const Problem dense = ridge_problem(60, 4, 0.1, false, 3),
                  sparse = ridge_problem(60, 4, 0.1, true, 3);
    const auto planned = plan(name, dense.facts, small, {.epsilon = 20, .delta = 1e-5});
    REQUIRE(planned);
    const Solution one = run(**planned, dense);
    CHECK(run(**planned, dense, 3).agents == one.agents);
    const Solution other = run(**planned, sparse);
    for (std::size_t i = 0; i < one.agents.size(); ++i)
      CHECK(std::abs(one.agents[i] - other.agents[i]) < 1e-6);
  }
}

TEST_CASE("on data without a gradient the first message is the ledger's noise and no less") {
  // Rows of zeros: grad f_i = lambda x, and the first message is b or -b/(lambda + 2 eta V).
  Problem on = ridge_problem(200, 4, 0.1, false, 1);
  std::fill(std::get<DenseMatrix>(on.data.x).values.begin(),
            std::get<DenseMatrix>(on.data.x).values.end(),
            0.0);
  const auto mean_size = [&](const std::string& name, bool squared) {
    const auto planned =
        plan(name,
             on.facts,
             {{"agents", std::int64_t{100}}, {"graph", "ring"}, {"rounds", std::int64_t{1}}});
    REQUIRE(planned);
    double sum = 0;
    for (int cell = 0; cell < 30; ++cell) {
      const auto x = run(**planned, on, 1, {42, "shared", std::to_string(cell)}).agents;
      for (std::size_t i = 0; i < x.size(); i += 4) {
        const double square = squared_norm(DenseRow{std::span(x).subspan(i, 4)});
        sum += (squared ? square : std::sqrt(square)) / 3000;
      }
    }
    return sum;
  };
  // One round at epsilon = 1 under replace_one, N/n = 1/2, G = 1, L = 1/4, V = 2, eta = .1.
  const double strong = 0.1 + 0.4, jacobian = std::log1p(0.125 / strong);
  const double D = 1 + 0.25 + 0.1;         // rho0 lambda_N = 1, two records of 1/4 an agent
  const double laplace = 2 * 0.5 * 2 / D;  // B_1 = 2 sqrt(4)/2
  CHECK(std::abs(mean_size("private-admm", true) / (4 * 2 * laplace * laplace) - 1) < 0.06);
  // Radius of the Gamma law: mean d times the scale.
  CHECK(std::abs(mean_size("dvp", false) / (4 * 1.0 / (1 - jacobian) / strong) - 1) < 0.04);
  CHECK(std::abs(mean_size("m-admm", false) / (4 * 1.0 / (1 - jacobian) / strong) - 1) < 0.04);
  CHECK(std::abs(mean_size("recycled-admm", false) / (4 * 1.0 / (1 - jacobian) / strong) - 1) <
        0.04);
  CHECK(std::abs(mean_size("pvp", false) / (4 * 1.0 / strong) - 1) < 0.04);
}

TEST_CASE("eta = 0 is the smallest penalty whose curvature takes half of the budget, everywhere") {
  const Problem on = ridge_problem(80, 3, 0.1, false, 2);
  for (const std::string name : {"m-admm", "recycled-admm"}) {
    CAPTURE(name);
    const auto chosen = plan(name, on.facts, small, {.epsilon = 0.05, .delta = 1e-5});
    REQUIRE(chosen);
    const double eta = (*chosen)->schedule.at("eta");
    CHECK(eta > 0.1);
    const auto stated =
        plan(name, on.facts, with(small, {{"eta", eta}}), {.epsilon = 0.05, .delta = 1e-5});
    REQUIRE(stated);
    CHECK(run(**stated, on).agents == run(**chosen, on).agents);
    CHECK_FALSE(
        plan(name, on.facts, with(small, {{"eta", eta / 10}}), {.epsilon = 0.05, .delta = 1e-5}));
  }
}

TEST_CASE("published constants never mean less noise than tight ones") {
  const Problem on = ridge_problem(80, 3, 0.3, false, 2);
  const struct {
    std::string method, number;
    double sign;  // -1: the number falls as noise grows
  } cases[] = {{"m-admm", "alpha", -1},
               {"dvp", "scale", 1},
               {"pvp", "scale", 1},
               {"recycled-admm", "scale", 1}};
  for (const auto& each : cases)
    for (const double epsilon : {3.0, 30.0}) {
      CAPTURE(each.method);
      const auto noise = [&](const std::string& constants) {
        const auto planned = plan(each.method,
                                  on.facts,
                                  with(small, {{"constants", constants}, {"eta", 1.0}}),
                                  {.epsilon = epsilon, .delta = 1e-5});
        REQUIRE(planned);
        return (*planned)->schedule.at(each.number);
      };
      CHECK(each.sign * noise("published") >= each.sign * noise("tight"));
    }
}

TEST_CASE("what the methods can't do is a sentence with the value that would do") {
  const Problem on = ridge_problem(12, 3, 0, false, 2);
  const auto reason = [&](const char* name, const Parameters& more) {
    const auto planned = plan(name, on.facts, more);
    REQUIRE_FALSE(planned);
    return planned.skip().reason;
  };
  for (const char* name : {"m-admm", "dvp", "pvp", "recycled-admm"}) {
    CHECK(reason(name, {{"agents", std::int64_t{1}}}).find("at least 2") != std::string::npos);
    CHECK(reason(name, {{"agents", std::int64_t{13}}}).find("at most 12") != std::string::npos);
  }
  CHECK(reason("m-admm", {{"theta", 1.0}, {"eta", 0.5}}).find("smallest admissible eta is 1") !=
        std::string::npos);
  CHECK(reason("m-admm", {{"constants", "published"}, {"eta", 1e-3}}).find("admissible eta") !=
        std::string::npos);
  CHECK(reason("m-admm", {{"growth", 10.0}, {"rounds", std::int64_t{1000}}}).find("growth") !=
        std::string::npos);
  CHECK(reason("pvp", {{"constants", "published"}}).find("lambda = 0") != std::string::npos);
}

}  // namespace dpsco
