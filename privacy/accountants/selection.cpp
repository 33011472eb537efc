#include "privacy/accountants/selection.hpp"

#include <cmath>
#include <limits>
#include <utility>

#include "framework/core/check.hpp"
#include "privacy/accountants/order_search.hpp"

namespace dpsco {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

void check(const Selection& selection) {
  require(!selection.inner.empty(), "selection: inner is empty; expected what one run releases");
  if (selection.repetitions == Selection::Repetitions::poisson) {
    require(selection.mean > 0 && std::isfinite(selection.mean),
            "selection: mean = {} must be positive and finite",
            selection.mean);
    return;
  }
  require(selection.eta > -1 && std::isfinite(selection.eta),
          "selection: eta = {} must be finite and > -1",
          selection.eta);
  require(0 < selection.gamma && selection.gamma <= 1,
          "selection: gamma = {} must be in (0, 1]",
          selection.gamma);
}

/// The smallest over b of (1 - 1/b) D_b + log(1/gamma)/b.
double repeated_part(const Selection& selection, const RenyiSum& run) {
  const double surprise = -std::log(selection.gamma), largest = run.largest_order();
  const auto at = [&](double u) {
    const double b = std::min(1 + std::exp(u), largest);
    const double value = (1 - 1 / b) * run.divergence(b) + surprise / b;
    if (std::isnan(value)) return infinity;
    return value;
  };
  return best_order(at, last_order(largest)).value;
}

/// delta of one run at `epsilon`, from above, at most 1.
double delta_of(const RenyiSum& run, double epsilon) {
  const double largest = run.largest_order();
  const auto log_delta = [&](double u) {
    const double b = std::min(1 + std::exp(u), largest);
    const double value =
        (b - 1) * (run.divergence(b) - epsilon) + b * std::log1p(-1 / b) - std::log(b - 1);
    if (std::isnan(value)) return infinity;
    return value;
  };
  return std::exp(std::min(0.0, best_order(log_delta, last_order(largest)).value));
}

RenyiSum::Curve poisson_curve(double mean, RenyiSum run) {
  return [mean, run = std::move(run)](double alpha) {
    if (alpha == 1) return infinity;
    const double divergence = run.divergence(alpha);
    if (!std::isfinite(divergence)) return infinity;
    const double delta = delta_of(run, -std::log1p(-1 / alpha));
    const double log_released = std::log(mean) + (alpha - 1) * (divergence + mean * delta);
    const double larger = std::max(log_released, -mean), smaller = std::min(log_released, -mean);
    return std::max(0.0, (larger + std::log1p(std::exp(smaller - larger))) / (alpha - 1));
  };
}

}  // namespace

double log_mean_repetitions(const Selection& selection) {
  check(selection);
  if (selection.repetitions == Selection::Repetitions::poisson) return std::log(selection.mean);
  const double eta = selection.eta, gamma = selection.gamma;
  if (gamma == 1) return 0;
  // E[K] = eta (1-gamma) / (gamma (1 - gamma^eta)), by continuity at eta = 0.
  const double surprise = -std::log(gamma);
  const double share = eta == 0 ? surprise : -std::expm1(-eta * surprise) / eta;
  return std::log1p(-gamma) + surprise - std::log(share);
}

double selected_epsilon(const Selection& selection, double epsilon) {
  check(selection);
  if (selection.repetitions == Selection::Repetitions::poisson)
    return epsilon + selection.mean * std::tanh(epsilon / 2);
  return (2 + selection.eta) * epsilon;
}

Outcome<RenyiSum::Curve> selection_curve(const Selection& selection, RenyiSum run) {
  check(selection);
  if (run.log_survival() != 0)
    return Skip{
        "selection: what is repeated has a delta of its own, and the theorems for the best of many "
        "runs need pure or Renyi differential privacy"};
  if (selection.repetitions == Selection::Repetitions::poisson)
    return poisson_curve(selection.mean, std::move(run));
  const double fixed = (1 + selection.eta) * repeated_part(selection, run),
               log_mean = log_mean_repetitions(selection);
  return RenyiSum::Curve([fixed, log_mean, run = std::move(run)](double alpha) {
    const double drawing = log_mean == 0 ? 0 : log_mean / (alpha - 1);
    return run.divergence(alpha) + fixed + drawing;
  });
}

}  // namespace dpsco
