// The oracle regenerates the reference rows (mpmath) and judges the engines at other points.
#include <cmath>
#include <fstream>
#include <string>

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "framework/core/random.hpp"
#include "framework/testing/near.hpp"
#include "privacy/accountants/contour.hpp"
#include "privacy/accountants/pld.hpp"
#include "privacy/numeric/single_step.hpp"
#include "privacy/oracle/discrete.hpp"
#include "privacy/oracle/gaussian.hpp"
#include "privacy/oracle/laplace.hpp"
#include "privacy/oracle/sampled.hpp"
#include "privacy/oracle/sampled_step.hpp"

namespace dpsco {

namespace {

using nlohmann::json;
using oracle::Number;

/// Rows hold the exact value rounded to double.
constexpr double half_a_bit = 1.2e-16;

const json& golden() {
  static const json all = [] {
    std::ifstream file(DPSCO_SOURCE_DIR "/privacy/golden/accounting.json");
    return json::parse(file);
  }();
  return all;
}
const json& row(const std::string& id) {
  for (const json& one : golden().at("rows"))
    if (one.at("id") == id) return one;
  FAIL("no row ", id);
  return golden();
}
/// The decimal number that the double in the file stands for.
Number decimal(double x) {
  return Number(fmt::format("{}", x));
}
Number decimal(const json& value) {
  return decimal(value.get<double>());
}
Number parameter(const json& of, const char* key) {
  return decimal(of.at("params").at(key));
}
int steps(const json& of) {
  return of.at("params").at("T").get<int>();
}
void check(const json& of, const char* key, const Number& value) {
  CAPTURE(of.at("id").get<std::string>());
  CAPTURE(key);
  const Number expected(of.at(key).get<double>());
  CHECK(abs(value - expected) <= half_a_bit * abs(expected));
}

}  // namespace

TEST_CASE("oracle: Gaussian and zCDP rows from their closed forms") {
  for (const char* id : {"gauss_s0.5_T1_d1e-5",
                         "gauss_s1_T10_d1e-5",
                         "gauss_s100_T10000_d1e-9",
                         "gauss_s0.05_T1_d1e-6",
                         "gauss_s1000_T1_d1e-5"}) {
    const json& r = row(id);
    const Number mu = sqrt(Number(steps(r))) / parameter(r, "sigma");
    check(r, "exact_eps", oracle::gaussian_epsilon(mu, decimal(r.at("delta"))));
  }
  for (const char* id : {"agm_delta_s1_e30", "agm_delta_s0.03_e800", "agm_delta_s5_e8"}) {
    const json& r = row(id);
    const Number delta = oracle::gaussian_delta(1 / parameter(r, "sigma"), decimal(r.at("eps")));
    check(r, "exact_log_delta", log(delta));
  }
  for (const char* id : {"agm_sigma_e0.1_d1e-5", "agm_sigma_e1_d1e-10", "agm_sigma_e50_d1e-8"}) {
    const json& r = row(id);
    check(r, "exact_value", oracle::gaussian_noise(decimal(r.at("eps")), decimal(r.at("delta"))));
  }
  for (const char* id : {"zcdp_rho0.5_d1e-5", "zcdp_rho1e-4_d1e-5", "zcdp_rho0.005_d0.5"}) {
    const json& r = row(id);
    check(r, "exact_value", oracle::zcdp_epsilon(parameter(r, "rho"), decimal(r.at("delta"))));
  }
}

TEST_CASE("oracle: Laplace rows from the law of the total loss") {
  for (const char* id : {"laplace_delta_b1_T1_e0.5",
                         "laplace_delta_b2_T2_e0.5",
                         "laplace_delta_b5_T5_e0.9",
                         "laplace_delta_b10_T10_e0.5"}) {
    const json& r = row(id);
    check(
        r, "exact_delta", oracle::laplace_delta(parameter(r, "b"), steps(r), decimal(r.at("eps"))));
  }
  for (const char* id : {"laplace_b0.5_T1_d1e-5", "laplace_b5_T5_d1e-5", "laplace_b10_T10_d1e-2"}) {
    const json& r = row(id);
    const auto profile = [&](const Number& epsilon) {
      return oracle::laplace_delta(parameter(r, "b"), steps(r), epsilon);
    };
    check(r, "exact_eps", oracle::epsilon_at(profile, decimal(r.at("delta"))));
  }
  for (const char* id : {"rdp_laplace_b1_a1.0001", "rdp_laplace_b10_a64"}) {
    const json& r = row(id);
    check(r, "exact_value", oracle::laplace_renyi(1 / parameter(r, "b"), parameter(r, "order")));
  }
}

TEST_CASE("oracle: rows of pure and approximate composition, and shuffling, by exact sums") {
  for (const char* id : {"puredp_e0.01_d00_T10000_d1e-6",
                         "puredp_e1_d00_T10_d1e-5",
                         "puredp_e0.1_d01e-8_T100_d1e-5",
                         "fftnoise_puredp_e0.01_T10000_d1e-12"}) {
    const json& r = row(id);
    const auto losses = oracle::randomised_response(parameter(r, "eps0"), steps(r));
    check(r,
          "exact_eps",
          oracle::approximate_epsilon(
              losses, parameter(r, "delta0"), steps(r), decimal(r.at("delta"))));
  }
  for (const char* id : {"bug_rr_p0.5_k2_T10", "bug_rr_p0.5_k2_T100"}) {
    const json& r = row(id);
    const auto losses = oracle::randomised_response(log(Number(3)), steps(r));
    check(r, "exact_eps", oracle::epsilon(losses, decimal(r.at("delta"))));
  }
  for (const char* id :
       {"hetero_pure_0.1x30_0.3x10_d1e-5", "hetero_pure_0.05x40_0.2x20_1x2_d1e-6"}) {
    const json& r = row(id);
    oracle::Losses all{{{Number(0), Number(1)}}};
    for (const json& group : r.at("params").at("groups"))
      all = oracle::composed(
          all, oracle::randomised_response(decimal(group.at(0)), group.at(1).get<int>()));
    check(r, "exact_eps", oracle::epsilon(all, decimal(r.at("delta"))));
  }
  for (const char* id : {"shuffle_rr_n100_e1_eps0.3", "shuffle_rr_n1000_e4_eps0.8"}) {
    const json& r = row(id);
    check(r,
          "exact_delta",
          oracle::shuffled_delta(
              r.at("params").at("n").get<int>(), parameter(r, "eps0"), decimal(r.at("eps"))));
  }
}

TEST_CASE("oracle: Renyi rows of the sampled Gaussian, by binomial sums and by quadrature") {
  for (const char* id : {"rdp_pois_q0.01_s1_a2", "rdp_pois_q0.001_s4_a63", "rdp_pois_q1_s3_a7"}) {
    const json& r = row(id);
    const Number q = parameter(r, "q"), sigma = parameter(r, "sigma");
    check(r,
          "exact_value",
          oracle::sampled_renyi_whole(q, sigma, int(r.at("params").at("order").get<double>())));
  }
  for (const char* id : {"rdp_pois_q0.01_s1_a1.1",
                         "rdp_pois_q0.001_s0.5_a4.5",
                         "rdp_pois_q0.5_s2_a3.7",
                         "rdp_pois_q0.9_s0.7_a5.5"}) {
    const json& r = row(id);
    check(r,
          "exact_value",
          oracle::SampledCurve::renyi(
              parameter(r, "q"), parameter(r, "sigma"), parameter(r, "order")));
  }
}

TEST_CASE("oracle: single-step rows by integrating the definition") {
  int rows = 0;
  for (const json& r : golden().at("rows")) {
    if (r.at("family") != "poisson_gaussian_single_step_delta") continue;
    ++rows;
    check(r,
          "exact_delta",
          oracle::sampled_step_delta(parameter(r, "q"),
                                     parameter(r, "sigma"),
                                     decimal(r.at("eps")),
                                     r.at("adjacency") == "add"));
    const double epsilon = r.at("eps").get<double>(), delta = r.at("exact_delta").get<double>();
    if (!(epsilon > 0)) continue;  // the engine's closed form starts at 0
    const SampledStep step{
        .pair = r.at("adjacency") == "add" ? SampledPair::poisson_add : SampledPair::poisson_remove,
        .rate = double(parameter(r, "q")),
        .ratio = double(parameter(r, "sigma"))};
    const Bracket found = single_step_epsilon(step, delta);
    CHECK(found.lower <= epsilon);
    CHECK(epsilon <= found.upper);
    CHECK(near(found.upper, epsilon, 1e-10));
  }
  CHECK(rows == 6);
}

TEST_CASE("oracle: composed rows by a power of the characteristic function") {
  for (const char* id : {"pois_q0.01_s1_T1000_d1e-5",
                         "pois_q0.01_s1_T100000_d1e-5",
                         "pois_q0.001_s1_T1000000_d1e-6",
                         "pois_q0.9_s3_T20_d1e-6",
                         "pois_q0.1_s5_T100_d1e-5",
                         "smalldelta_q0.01_s1_T1000_d1e-13",
                         "issue_prv_accountant42_q0.2_s1_T500_d1e-5"}) {
    const json& r = row(id);
    const Number q = parameter(r, "q"), sigma = parameter(r, "sigma"),
                 delta = decimal(r.at("delta"));
    check(r,
          "exact_eps_remove",
          oracle::SampledCurve({oracle::Pair::remove, q, sigma}, steps(r), delta).epsilon(delta));
    if (r.contains("exact_eps_add"))
      check(r,
            "exact_eps_add",
            oracle::SampledCurve({oracle::Pair::add, q, sigma}, steps(r), delta).epsilon(delta));
  }
  for (const char* id : {"wor_n1000_m10_s2_T1000_d1e-5",
                         "wor_n60000_m256_s1.1_T14063_d1e-5",
                         "wor_n500_m50_s10_T500_d1e-5"}) {
    const json& r = row(id);
    const Number q = parameter(r, "m") / parameter(r, "n"), rho = parameter(r, "rho"),
                 delta = decimal(r.at("delta"));
    check(r,
          "upper_eps_dominating_pair",
          oracle::SampledCurve({oracle::Pair::symmetric, q, rho}, steps(r), delta).epsilon(delta));
    check(r,
          "attained_lower_eps_type_A",
          oracle::SampledCurve({oracle::Pair::remove, q, rho}, steps(r), delta).epsilon(delta));
  }
}

TEST_CASE("oracle: both engines bracket it at random settings, and contour is within 1e-11") {
  Stream stream({5, 50});
  for (int trial = 0; trial < 12; ++trial) {
    const double q = std::exp(std::log(0.002) + std::log(200) * stream.uniform());
    const double noise = 0.7 + 4 * stream.uniform(),
                 delta = std::pow(10, -3 - 9 * stream.uniform());
    const auto count = std::int64_t(200 + stream.below(5000));
    const Ledger ledger{.adjacency = Adjacency::add_remove,
                        .events = {{PoissonSampled{q, {{Gaussian{noise}}}}, count}}};
    const Number d(delta);
    const auto exact = [&](oracle::Pair pair) {
      return oracle::SampledCurve({pair, Number(q), Number(noise)}, int(count), d).epsilon(d);
    };
    const auto truth = double(std::max(exact(oracle::Pair::remove), exact(oracle::Pair::add)));
    CAPTURE(to_json(ledger));
    CAPTURE(delta);
    if (const auto contour = ContourAccountant{}.price(ledger, delta)) {
      CHECK(*contour->epsilon_lower <= truth);
      CHECK(truth <= contour->epsilon);
      CHECK(near(contour->epsilon, truth, 1e-11));
    }
    const auto pld = PldAccountant{}.price(ledger, delta);
    REQUIRE(pld);
    CHECK(*pld->epsilon_lower <= truth);
    CHECK(truth <= pld->epsilon);
    CHECK(near(pld->epsilon, truth, 1e-3));
  }
}

}  // namespace dpsco
