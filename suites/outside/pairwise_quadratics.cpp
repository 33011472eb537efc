// The authors' quadratics under pairwise-cancelling noise, by our `decor`: what noise a target
// costs, and which network loses least.
//
// Sixteen agents with f_i(x) = (a_i/2) ||x||^2, a_i = i^2/16, d = 10, start (1, ..., 1), 3500
// rounds of length 1.668e-3; the source clips agents' gradients at norm 1 and reports the mean of
// ||x_i||^2. `decor` starts at 0 and does not clip. So everything is shifted by (1, ..., 1), and an
// agent has ten records, one a coordinate, with a Huber loss whose slope stops at 1/sqrt(10): the
// same gradient at the start and near the optimum, clipped by coordinates in between, which is
// never longer. Losses are therefore larger than the source's and only their order is compared.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "algorithms/decentralised/shards.hpp"
#include "framework/core/check.hpp"
#include "framework/problem/loss.hpp"
#include "privacy/add_accountants.hpp"
#include "privacy/calibration/root_calibrator.hpp"
#include "suites/catalog.hpp"
#include "suites/outside/outside_check.hpp"

namespace dpsco {

namespace {

constexpr int agents = 16, side = 4, d = 10;
constexpr std::size_t records = 160;  ///< agents d

/// phi(a, y), y the curvature: d times the integral of y (a + 1), cut off at 1/sqrt(d). The
/// factor d undoes the mean over an agent's d records.
struct ClippedQuadratic final : Loss {
  const double cut = 1 / std::sqrt(double(d));

  double value(double a, double y) const override {
    const double u = std::abs(a + 1), corner = cut / y;
    return d * (u <= corner ? y * u * u / 2 : cut * (u - corner / 2));
  }
  double slope(double a, double y) const override { return d * std::clamp(y * (a + 1), -cut, cut); }
  double curvature(double a, double y) const override {
    return y * std::abs(a + 1) <= cut ? d * y : 0;
  }
  /// Lipschitz as an agent's ten records are together: they are the source's unit of privacy.
  LossConstants constants(const DataBounds& /*bounds*/) const override {
    return {.lipschitz = d, .lipschitz_on_ball = d, .smoothness = d * agents};
  }
};

/// No records yet: enough to plan.
Problem empty_problem() {
  Problem out{.loss = std::make_shared<ClippedQuadratic>()};
  out.facts = {.n = Index(records), .d = d, .bounds = {.row_norm = 1, .radius = 10}};
  out.facts.constants = out.loss->constants(out.facts.bounds);
  return out;
}

/// Agent i, from 0, gets the unit vectors with curvature (i + 1)^2/16: rows stand where a run with
/// these streams will deal them to it.
Problem quadratics(const Streams& streams) {
  Problem out = empty_problem();
  DenseMatrix x{.n = out.facts.n, .d = d, .values = std::vector<double>(records * d, 0.0)};
  out.data = {.x = x, .y = std::vector<double>(records, 0.0)};
  const Shards shards = deal(Split{}, out.data, agents, streams.open(Purpose::split, 1));
  for (int i = 0; i < agents; ++i)
    for (std::size_t j = 0; j < d; ++j) {
      const Index row = shards.rows(i)[j];
      x.mutable_row(row)[j] = 1;
      out.data.y[std::size_t(row)] = double((i + 1) * (i + 1)) / agents;
    }
  out.data.x = std::move(x);
  return out;
}

/// Their "grid" wraps around.
std::string torus() {
  std::string edges;
  for (int i = 0; i < agents; ++i) {
    const int row = i / side, column = i % side;
    edges += fmt::format("{}{}-{};{}-{}",
                         i == 0 ? "" : ";",
                         i,
                         side * row + (column + 1) % side,
                         i,
                         side * ((row + 1) % side) + column);
  }
  return edges;
}

/// One line of their tables.
struct Setting {
  std::string network{};
  int target = 0;  ///< the epsilon that they aimed at
  double sigma = 0, sigma_pair = 0, epsilon = 0, loss = 0;
};

struct Measured {
  double sigma = 0;  ///< of an agent's own noise, from epsilon and sigma_pair / sigma
  double loss = 0;   ///< mean over agents and repetitions of ||x_i - x*||^2
};

Measured measure(const Setting& setting, int repetitions) {
  const auto accountant = accountant_catalog().accountants.make("zcdp");
  const RootCalibrator calibrator(*accountant);
  const bool listed = setting.network == "grid";
  const auto algorithm =
      full_catalog().algorithms.make("decor",
                                     {{"agents", std::int64_t{agents}},
                                      {"graph",
                                       listed                      ? "list"
                                       : setting.network == "ring" ? "ring"
                                                                   : "complete"},
                                      {"edge_list", listed ? torus() : std::string()},
                                      {"rounds", std::int64_t{3500}},
                                      {"eta", 1.668e-3},
                                      {"ratio", setting.sigma_pair / setting.sigma}});
  const auto plan = algorithm->plan(
      empty_problem().facts,
      {.target = {.epsilon = setting.epsilon, .delta = 1e-5, .adjacency = Adjacency::replace_one},
       .calibrator = &calibrator});
  if (!plan) throw ConfigError("quadratics: " + plan.skip().reason);
  Measured out{.sigma = (*plan)->schedule.at("gradient_noise")};
  for (int r = 0; r < repetitions; ++r) {
    const Streams streams(
        std::uint64_t(r), "quadratics", fmt::format("{} {}", setting.network, setting.target));
    RunContext context(streams, [] { return false; });
    for (const double x : (*plan)->run(quadratics(streams), context).agents)
      out.loss += (x + 1) * (x + 1) / agents / repetitions;
  }
  return out;
}

const char* const source = "Allouah et al. 2024, their quadratics";

}  // namespace

std::vector<OutsideCheck> pairwise_quadratics_checks(int repetitions) {
  // Their result files at 516a754, 4de5de6 and e1fe958; the last line of each. Noise of pairs that
  // outweighs one's own a thousand times leaves the mean's alone, which is central privacy.
  const std::vector<Setting> settings{
      {"clique", 3, 53.29268054475337, 126, 3.055448681556296, 2.094475037756027},
      {"ring", 3, 59.44183599222491, 251, 3.594821644600143, 3.851047545148649},
      {"grid", 5, 42.652379021464874, 63, 6.118499787214619, 0.5013816507087087},
      {"ring", 5, 42.652379021464874, 126, 6.110783763087039, 1.3547019212276896},
      {"clique", 10, 17.827099282407094, 32, 10.796774471878715, 0.04818594978637179},
      {"grid", 10, 22.96953176771683, 47, 10.236945871536134, 0.12071392188290843},
      {"ring", 10, 22.96953176771683, 94, 10.459689394937765, 0.26217927420772336},
      {"central", 20, 9.419, 9419, 20, 0.00637},
      {"grid", 20, 13.456343348205827, 26, 20.070430453018883, 0.030725968140960683},
      {"ring", 20, 15.763145065041112, 43, 20.447476790885148, 0.07069667980739938},
      {"clique", 40, 7.219399877403354, 8, 40.326541168159665, 0.0030997170724696},
      {"ring", 40, 9.249856092923046, 26, 40.20499777063458, 0.02112053461857723}};
  std::vector<Measured> measured;
  std::vector<OutsideCheck> checks;
  for (const Setting& setting : settings) {
    measured.push_back(measure(setting, repetitions));
    const double digits = setting.network == "central" ? 1e-4 : 1e-6;
    checks.push_back({.source = source,
                      .what = fmt::format("noise of decor, {}, target {}, epsilon {:.4g}",
                                          setting.network,
                                          setting.target,
                                          setting.epsilon),
                      .published = setting.sigma,
                      .low = setting.sigma * (1 - digits),
                      .high = setting.sigma * (1 + digits),
                      .why = "as many digits as are known: a closed form, so decor's plan at the "
                             "epsilon they achieved must take their noise",
                      .ours = measured.back().sigma});
  }
  for (std::size_t worse = 1; worse < settings.size(); ++worse) {
    const std::size_t better = worse - 1;
    if (settings[worse].target != settings[better].target) continue;
    checks.push_back(
        {.source = source,
         .what = fmt::format("loss, {}/{}, target {}: ours {:.2g}/{:.2g}",
                             settings[worse].network,
                             settings[better].network,
                             settings[worse].target,
                             measured[worse].loss,
                             measured[better].loss),
         .published = settings[worse].loss / settings[better].loss,
         .low = 1,
         .high = std::numeric_limits<double>::infinity(),
         .why = fmt::format(
             "shape only, the order: each of their losses is one run's, the last of a falling "
             "list, and runs scatter by a third to two thirds of their mean; we clip by "
             "coordinates where they clip by norm, and our losses are means of {} runs",
             repetitions),
         .ours = measured[worse].loss / measured[better].loss});
  }
  return checks;
}

}  // namespace dpsco
