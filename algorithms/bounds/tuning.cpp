#include "algorithms/bounds/tuning.hpp"

#include <algorithm>
#include <cmath>

#include <boost/math/tools/minima.hpp>
#include <fmt/format.h>

#include "framework/core/special.hpp"
#include "framework/ledger/schedule.hpp"

namespace dpsco {

double best_argument(const std::function<double(double)>& value, double low, double high) {
  const auto on_log_scale = [&](double log_x) { return value(std::exp(log_x)); };
  return std::exp(
      boost::math::tools::brent_find_minima(on_log_scale, std::log(low), std::log(high), 30).first);
}

double best_eta0(double a, double b, double c, double largest) {
  const double top = std::sqrt(a / b);  // the minimiser without the last term
  const double best =
      best_argument([&](double x) { return a / x + b * x + c * x * x; }, top * 1e-8, top * 2);
  return std::min(best, largest);  // a function of one minimum falls up to it
}

double largest_eta0(const Facts& facts, double T) {
  return 4 * facts.G() * std::sqrt(T) / facts.L();
}

double log_det(const Facts& facts, double scale) {
  const double curvature = facts.L() / (facts.bounds.row_norm * facts.bounds.row_norm);
  if (facts.spectrum != nullptr) {
    double sum = 0;
    for (const double lambda : *facts.spectrum) sum += std::log1p(scale * curvature * lambda);
    return sum;
  }
  const auto r = double(facts.rank.value_or(facts.d));
  return r * std::log1p(scale * facts.constants.hessian_trace / r);
}

double privacy_factor_harmonic(std::int64_t T) {
  double most = 0;
  for (std::int64_t k = 1; k < T; ++k) {
    const auto m = double(growing_batch(k + 1, T));
    most = std::max(most, double(k) * double(k) / (m * m * double(T - k) * double(T + k)));
  }
  return most;
}

double privacy_factor_constant(std::int64_t T) {
  double most = 0;
  for (std::int64_t t = 2; t <= T; ++t) {
    const auto m = double(growing_batch(t, T));
    const double log_q = 2 * double(T - t + 1) * std::log1p(-1 / double(T));
    most = std::max(most, std::exp(log_q) / (m * m * -std::expm1(log_q)));
  }
  return most;
}

bool plans(const BoundQuery& query, std::string_view algorithm) {
  return query.plan != nullptr && query.algorithm == algorithm;
}

std::string parameter(const BoundQuery& query, std::string_view name) {
  if (query.parameters == nullptr) return {};
  const auto found = query.parameters->find(name);
  if (found == query.parameters->end()) return {};
  return to_text(found->second);
}

double moved(const BoundQuery& query) {
  return sensitivity_factor(0, query.target.adjacency);
}

bool leaves_ball(const BoundQuery& query) {
  return parameter(query, "projection") != "none" &&  // the methods' default is to project
         query.comparator_norm > query.facts.R() * (1 + 1e-9);
}

double planned(const BoundQuery& query, const std::string& name) {
  return query.plan->schedule.at(name);
}

double shrinkage_sum(const BoundQuery& query) {
  const double T = planned(query, "T");
  const bool constant = parameter(query, "lambda") == "constant";
  return (constant ? 2 - 1 / T : harmonic(std::int64_t(T))) / planned(query, "eta");
}

Promise single_pass_promise(const BoundQuery& query,
                            const std::function<double(std::int64_t)>& log_factor,
                            const std::function<double(std::int64_t)>& privacy_factor) {
  const Facts& facts = query.facts;
  const double G = facts.G(), R = query.comparator_norm, tr = facts.constants.hessian_trace;
  const bool tuned = query.plan == nullptr;
  const std::int64_t T = tuned ? single_pass_horizon(facts.n) : std::int64_t(planned(query, "T"));
  const double root = std::sqrt(double(T));
  const double distance = log_factor(T) * G * R * R / root;
  const double gradient = (1 + harmonic(T - 1)) * G / (4 * root);
  double eta0 = 0, beta0 = 0;
  if (tuned) {
    const double mu = gdp_mu(query.target.epsilon, query.target.delta);
    const double per_square = privacy_factor(T) / (double(T) * mu * mu);
    eta0 = best_eta0(distance, gradient, per_square / 2 * tr, largest_eta0(facts, double(T)));
    beta0 = per_square * eta0 * eta0;
  } else {
    eta0 = planned(query, "eta") * 2 * G * root;
    beta0 = planned(query, "beta0");
  }
  return sum_of(
      {{"distance", distance / eta0}, {"gradient", gradient * eta0}, {"noise", beta0 / 2 * tr}});
}

std::string too_long(double eta, const Facts& facts, double most) {
  if (eta <= most / facts.L()) return {};
  return fmt::format(
      "needs steps up to {}/L, the plan has eta = {:.4g} and L = {:.4g}", most, eta, facts.L());
}

std::string unmet(const Facts& facts) {
  if (facts.regularisation > 0) return "covers unregularised losses only";
  if (!std::isfinite(facts.G())) return "needs a loss that is Lipschitz over all of R^d";
  if (!std::isfinite(facts.L())) return "needs a smooth loss";
  if (facts.n < 2) return "needs two records";
  return {};
}

}  // namespace dpsco
