#include "algorithms/decentralised/admm_penalties.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace dpsco {

Outcome<AdmmConstants> admm_constants(const AdmmSettings& settings,
                                      const Setup& setup,
                                      bool linearised,
                                      bool equal_steps) {
  AdmmConstants c{.convexity = setup.lambda,
                  .smoothness = setup.ell,
                  .lambda_2 = setup.network->lambda_2(),
                  .lambda_n = setup.network->lambda_n(),
                  .linearised = linearised};
  c.rho0 = settings.rho0 > 0 ? settings.rho0 : c.lambda_n > 0 ? 1 / c.lambda_n : 1;
  c.r = settings.spread * c.rho0;
  c.zeta = settings.zeta > 0 ? settings.zeta : 0.9 * c.rho0;
  const double convex_from = (c.rho0 + c.r) * setup.network->graph().largest_degree();
  const bool convex = settings.convex == "yes";
  c.D = settings.penalty_d > 0
            ? settings.penalty_d
            : std::max(c.rho0 * c.lambda_n, convex ? convex_from : 0) + c.smoothness;

  const double least = c.rho0 * c.lambda_n + (linearised ? c.smoothness / 2 : 0);
  if (!(c.D > least))
    return Skip{fmt::format(
        "D = {:.6g} is too small to converge: the smallest admissible value is just above {} = "
        "{:.9g}, for example D = {:.6g}",
        c.D,
        linearised ? "rho0 lambda_N + smoothness/2" : "rho0 lambda_N",
        least,
        least > 0 ? 1.01 * least : 1)};
  if (c.zeta > c.rho0 || (c.zeta == c.rho0 && !(equal_steps && c.r == 0)))
    return Skip{fmt::format(
        "zeta = {:.6g} needs a larger rho0 than {:.6g}: rho0 must be above zeta, so the smallest "
        "admissible rho0 is just above {:.6g}, or take zeta = 0.9 rho0 = {:.6g}",
        c.zeta,
        c.rho0,
        c.zeta,
        0.9 * c.rho0)};
  if (convex && c.D < convex_from)
    return Skip{
        fmt::format("convex = yes and D = {:.6g}: some weight 1 - deg rho/D is "
                    "negative; the smallest admissible value is (rho0 + r) deg = {:.9g}",
                    c.D,
                    convex_from)};
  return c;
}

std::optional<double> contraction(const AdmmConstants& c) {
  const double m = c.convexity, ell = c.smoothness;
  if (!(m > 0) || !(c.lambda_2 > 0) || !(c.zeta < c.rho0)) return {};
  const double a = 2 * m * ell / (m + ell), b = 2 / (m + ell);
  const double half = c.linearised ? 2 : 1;  // linearising spends half of a and b
  if (c.r * c.r > a * c.rho0 / (4 * half * c.lambda_n)) return {};
  const double s = c.lambda_2, most = c.rho0 + c.r;
  double delta = std::min({a / (2 * half * c.D),
                           b * c.zeta * s / (4 * half),
                           c.zeta * s * c.rho0 / (8 * most * most * c.lambda_n),
                           s * (c.rho0 - c.zeta) / (4 * c.zeta * c.lambda_n)});
  if (c.linearised) {
    const double left = 1 - (c.rho0 * c.lambda_n + m + ell + a / 2) / c.D;
    if (!(left > 0)) return {};
    delta = std::min(delta, left / (2 + 4 * c.D / (c.zeta * s)));
  } else {
    const double left = 1 - c.rho0 * c.lambda_n / c.D;
    delta = std::min(delta, c.zeta * s * left / (4 * c.D));
  }
  return delta;
}

double mean_square_radius(const AdmmConstants& c) {
  if (!(c.lambda_n > 0)) return c.rho0;
  return std::min(c.rho0,
                  std::sqrt(0.75 * c.rho0 * c.D / (c.lambda_n * (1 + c.zeta * c.lambda_n / c.D))));
}

double noise_floor(
    const AdmmConstants& c, double delta, double variance, Index d, const Graph& graph) {
  return (1 + delta) / delta * double(d) * variance *
         (double(graph.nodes()) * c.D + 2 * c.zeta * double(graph.edges().size()));
}

std::map<std::string, double> admm_numbers(const Setup& setup,
                                           Adjacency adjacency,
                                           const AdmmConstants& c) {
  auto numbers = setup.numbers(adjacency);
  numbers.merge(std::map<std::string, double>{{"rho0", c.rho0},
                                              {"r", c.r},
                                              {"zeta", c.zeta},
                                              {"D", c.D},
                                              {"mean_square_r", mean_square_radius(c)}});
  if (const auto delta = contraction(c)) numbers["contraction"] = *delta;
  return numbers;
}

}  // namespace dpsco
