// PNSGD on snowball batches; its growing batches are in central_test.cpp.
#include <cmath>

#include <doctest/doctest.h>

#include "algorithms/testing/by_definition.hpp"
#include "framework/testing/near.hpp"

namespace dpsco::testing {

TEST_CASE("pnsgd, snowball: batches ceil(sqrt(4 d/(mu^2 (T - t + 1)))), as many as n allows") {
  const double mu = gdp_mu(1, 1e-5);
  double last = 1e300;
  for (const Index d : {1, 10, 100, 4000}) {
    const auto planned = plan("pnsgd", facts(2000, d, Logistic()), {{"batches", "d-dependent"}});
    REQUIRE(planned);
    const double T = (*planned)->schedule.at("T"), growth = 4 * double(d) / (mu * mu);
    const auto records = [&](double horizon) {
      double sum = 0;
      for (std::int64_t left = 1; left < std::int64_t(horizon); ++left)
        sum += std::max(1.0, std::ceil(std::sqrt(growth / double(left)) - 1e-9));
      return sum;
    };
    CHECK(records(T) <= 2000);
    CHECK(records(T + 1) > 2000);
    CHECK(T < last);
    last = T;
    // The batches make noise of standard deviation G eta/sqrt d enough.
    const double sigma = (*planned)->schedule.at("sigma"), eta = (*planned)->schedule.at("eta");
    CHECK(sigma <= eta / std::sqrt(double(d)) * (1 + 1e-9));
    CHECK(sigma >= 0.5 * eta / std::sqrt(double(d)));
    CHECK(near(squared_mu((*planned)->ledger.events.at(0).mechanism), mu * mu, 1e-9));
  }
}

TEST_CASE("pnsgd, snowball: too few records for one batch is a reason with the d that would do") {
  const auto planned = plan("pnsgd", facts(100, 4000, Logistic()), {{"batches", "d-dependent"}});
  REQUIRE_FALSE(planned);
  const std::string reason = planned.skip().reason;
  const auto at = reason.find("d = ");
  REQUIRE(at != std::string::npos);
  const auto d = Index(std::stod(reason.substr(at + 4)));
  CHECK(plan("pnsgd", facts(100, d, Logistic()), {{"batches", "d-dependent"}}));
  CHECK_FALSE(plan("pnsgd", facts(100, d + 1, Logistic()), {{"batches", "d-dependent"}}));
}

TEST_CASE("pnsgd, snowball: a budget that asks for batches beyond every data set is a reason too") {
  const Target tiny{.epsilon = 1e-5, .delta = 1e-10};
  const Facts example = facts(1000, 2000, Logistic());
  const auto planned = plan("pnsgd", example, {{"batches", "d-dependent"}}, tiny);
  REQUIRE_FALSE(planned);
  CHECK(planned.skip().reason.find("needs a last batch of") == 0);
  CHECK(planned.skip().reason.find("a larger epsilon or delta would do") != std::string::npos);
  // Enough records, but more than a schedule holds.
  CHECK_FALSE(
      plan("pnsgd", facts(Index(1) << 50, 2000, Logistic()), {{"batches", "d-dependent"}}, tiny));
}

TEST_CASE("pnsgd, snowball: the loop takes the batches that the ledger lists") {
  const Problem on = problem(200, 7, std::make_shared<Logistic>());
  const auto planned = plan("pnsgd", on.facts, {{"batches", "d-dependent"}});
  REQUIRE(planned);
  const auto& named = std::get<NamedSchedule>(
      std::get<NoisyIteration>((*planned)->ledger.events.at(0).mechanism).schedule);
  CHECK(named.generator == "snowball");
  const IterationArrays a = expand(named);
  const double eta = (*planned)->schedule.at("eta");
  const Streams drawn = streams();
  const auto order = drawn.open(Purpose::sampling).permutation(200);
  Stream noise = drawn.open(Purpose::noise);
  std::vector<double> w(7, 0.0), z(7);
  std::size_t next = 0;
  for (std::size_t u = 0; u < a.sigma.size(); ++u) {
    const double m = std::round(2 * eta / a.sensitivity[u]);
    std::vector<double> g(7, 0.0);
    for (std::int64_t k = 0; k < std::int64_t(m); ++k) add_gradient(on, order[next++], w, 1 / m, g);
    noise.normals(z);
    for (std::size_t j = 0; j < 7; ++j) w[j] += a.sigma[u] * z[j] - eta * g[j];
    plain_projection(w, 10);
  }
  CHECK(close(run(**planned, on).w, w, 1e-11));
  CHECK(run(**planned, on).gradients == std::int64_t(next));
}

}  // namespace dpsco::testing
