#include "privacy/calibration/root_calibrator.hpp"

#include <cmath>
#include <limits>

#include <boost/math/tools/toms748_solve.hpp>

#include "framework/core/check.hpp"

namespace dpsco {

namespace {

constexpr double widest = 300;  // |log scale|: plans square the scale, and that must stay finite
constexpr double tolerance = 1e-10;  // relative width of the final bracket in scale

}  // namespace

Outcome<double> RootCalibrator::smallest_scale(const std::function<Ledger(double)>& ledger_at,
                                               const Target& target) const {
  require(target.epsilon > 0 && std::isfinite(target.epsilon),
          "epsilon = {} must be positive and finite",
          target.epsilon);
  require(0 < target.delta && target.delta < 1, "delta = {} is outside (0, 1)", target.delta);

  Skip failure;
  bool may_calibrate = true;
  // log(epsilon / target) at e^u: the search wants its sign change. NaN marks a refusal, which the
  // search takes for too little noise: some accountants can't price a ledger with next to none.
  const auto excess = [&](double u) {
    const auto price = accountant_.price(ledger_at(std::exp(u)), target.delta);
    if (!price) {
      failure = {price.skip().reason, SkipKind::infeasible};
      return std::numeric_limits<double>::quiet_NaN();
    }
    if (price->direction != Direction::upper && price->direction != Direction::exact) {
      may_calibrate = false;
      failure = {fmt::format("the accountant's answer is only '{}', which may not calibrate",
                             name(price->direction)),
                 SkipKind::infeasible};
      return std::numeric_limits<double>::quiet_NaN();
    }
    return std::clamp(std::log(price->epsilon / target.epsilon), -widest, widest);
  };

  // Invariant of the bracket: too little noise at low (excess > 0 or refused), enough at high
  // (excess <= 0).
  double low = 0, high = 0, at_low = excess(0), at_high = at_low;
  double step = 0.125;  // small first: far from the answer some accountants are slow
  while (!(at_high <= 0)) {
    if (!may_calibrate) return failure;
    low = high;
    at_low = at_high;
    if (high >= widest) {
      if (std::isnan(at_low)) return failure;
      return Skip{fmt::format("no noise reaches epsilon = {}; the best is {:.4g}",
                              target.epsilon,
                              target.epsilon * std::exp(at_low)),
                  SkipKind::infeasible};
    }
    high = std::min(high + step, widest);
    step *= 2;
    at_high = excess(high);
  }
  step = 0.125;
  while (at_low <= 0) {
    high = low;
    at_high = at_low;
    low -= step;
    step *= 2;
    if (low < -widest) return std::exp(high);  // any noise at all will do
    at_low = excess(low);
  }
  // Refused up to here: worth a fine search only if the target can be this near.
  while (std::isnan(at_low) && may_calibrate && high - low > (at_high < -0.05 ? 1e-3 : tolerance)) {
    const double middle = low + (high - low) / 2, at_middle = excess(middle);
    (at_middle <= 0 ? high : low) = middle;
    (at_middle <= 0 ? at_high : at_low) = at_middle;
  }
  if (std::isnan(at_low)) return failure;

  std::uintmax_t evaluations = 200;
  const auto narrow = [](double a, double b) { return b - a <= tolerance; };
  const auto bracket =
      boost::math::tools::toms748_solve(excess, low, high, at_low, at_high, narrow, evaluations);
  for (const double u : {bracket.first, bracket.second, high})
    if (excess(u) <= 0) return std::exp(u);
  return failure;
}

}  // namespace dpsco
