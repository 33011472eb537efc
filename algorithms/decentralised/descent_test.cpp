// Decentralised gradient descent against a plain loop, and what its noise is.
#include <cmath>

#include <doctest/doctest.h>

#include "algorithms/decentralised/local_noise.hpp"
#include "algorithms/central/testing_problems.hpp"

namespace dpsco {

using namespace testing;

namespace {

Solution run_with(const Plan& plan, const Problem& on, int threads) {
  const Streams streams(42, "shared", "cell");
  RunContext context(
      streams, [] { return false; }, threads);
  return plan.run(on, context);
}

}  // namespace

TEST_CASE("dp-dgd is its formula, agent by agent, from the same streams") {
  const Problem on = problem(43, 3, std::make_shared<Logistic>());
  const auto planned = plan(
      "dp-dgd", on.facts, {{"agents", std::int64_t{4}}, {"rounds", std::int64_t{7}}, {"eta", 0.7}});
  REQUIRE(planned);
  const double scale = (*planned)->schedule.at("scale");
  NetworkSettings settings;
  settings.agents = 4;
  const Streams streams(42, "shared", "cell");
  const RunContext context(streams, [] { return false; });
  const Agents agents(on, settings, context);
  const Eigen::MatrixXd W = make_mixing(*make_network("random", 4, 0, 1), "metropolis").matrix();
  std::vector<Stream> noise;
  for (int i = 0; i < 4; ++i) noise.push_back(noise_stream(context, i));
  std::vector<double> x(12, 0.0), next(12), g(3), z(3);
  for (int k = 0; k < 7; ++k) {
    for (int i = 0; i < 4; ++i) {
      agents.gradient(i, std::span(x).subspan(std::size_t(3 * i), 3), g);
      noise[std::size_t(i)].normals(z);
      for (std::size_t l = 0; l < 3; ++l) {
        double mixed = 0;
        for (int j = 0; j < 4; ++j) mixed += W(i, j) * x[std::size_t(3 * j) + l];
        next[std::size_t(3 * i) + l] = mixed - 0.7 * g[l] + 0.7 * scale * z[l];
      }
    }
    x = next;
  }
  const Solution out = run_with(**planned, on, 1);
  check_close(out.agents, x, 1e-12);
  CHECK(out.gradients == 7 * 43);
  CHECK(out.sent_bytes == 7 * 12.0 * 3 * 8);
}

TEST_CASE("T10: the bits do not depend on the number of threads") {
  const Problem on = problem(60, 5, std::make_shared<Logistic>());
  const auto planned = plan("dp-dgd", on.facts);
  REQUIRE(planned);
  CHECK(run_with(**planned, on, 1).agents == run_with(**planned, on, 3).agents);
}

TEST_CASE("laws of the noise: variances s^2, 2 s^2 and (d + 1) s^2 a coordinate") {
  for (const auto& [name, variance] :
       {std::pair{"gaussian", 1.0}, {"laplace", 2.0}, {"exponential-l2", 5.0}}) {
    Stream stream({3, 4});
    double sum = 0, mean = 0;
    const int draws = 50000;
    for (int k = 0; k < draws; ++k) {
      std::vector<double> x(4, 0.0);
      add_noise(noise_kind(name), stream, x, 3);
      for (const double v : x) {
        sum += v * v / (4.0 * draws * 9);
        mean += v / (4.0 * draws);
      }
    }
    CHECK(std::abs(sum / variance - 1) < 0.04);
    CHECK(std::abs(mean) < 0.1);
  }
}

}  // namespace dpsco
