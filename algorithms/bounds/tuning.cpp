#include "algorithms/bounds/tuning.hpp"

#include <algorithm>
#include <cmath>

#include <boost/math/tools/minima.hpp>

#include "framework/ledger/schedule.hpp"

namespace dpsco {

double best_argument(const std::function<double(double)>& value, double low, double high) {
  const auto on_log_scale = [&](double log_x) { return value(std::exp(log_x)); };
  return std::exp(
      boost::math::tools::brent_find_minima(on_log_scale, std::log(low), std::log(high), 30).first);
}

double best_eta0(double a, double b, double c) {
  const double top = std::sqrt(a / b);  // the minimiser without the last term
  return best_argument([&](double x) { return a / x + b * x + c * x * x; }, top * 1e-8, top * 2);
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

double planned(const BoundQuery& query, const std::string& name) {
  return query.plan->schedule.at(name);
}

std::string unmet(const Facts& facts) {
  if (facts.regularisation > 0) return "covers unregularised losses only";
  if (!std::isfinite(facts.G())) return "needs a loss that is Lipschitz over all of R^d";
  if (!std::isfinite(facts.L())) return "needs a smooth loss";
  if (facts.n < 2) return "needs two records";
  return {};
}

}  // namespace dpsco
