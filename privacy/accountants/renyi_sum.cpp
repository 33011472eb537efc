#include "privacy/accountants/renyi_sum.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <memory>

#include <fmt/format.h>

#include "privacy/accountants/dp_steps.hpp"
#include "privacy/accountants/gdp_composition.hpp"
#include "privacy/accountants/heterogeneous_steps.hpp"
#include "privacy/accountants/mixture.hpp"
#include "privacy/accountants/renyi.hpp"
#include "privacy/accountants/sampled_renyi.hpp"
#include "privacy/accountants/selection.hpp"

namespace dpsco {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
/// More distinct noise levels than this are rounded down to as many: less noise costs more, so the
/// result stays an upper bound, and a near one where D changes little within a bin.
constexpr std::size_t bins = 512;

/// The noise levels with their multiplicities, compressed.
std::map<double, double> compressed(const std::vector<double>& noise) {
  std::map<double, double> levels;
  if (noise.empty()) return levels;
  const auto [low, high] = std::minmax_element(noise.begin(), noise.end());
  const double origin = std::log(*low), span = std::log(*high) - origin;
  std::vector<double> least(bins, infinity), count(bins, 0);
  if (noise.size() <= bins || !(span > 0)) {
    for (const double level : noise) ++levels[level];
    return levels;
  }
  for (const double level : noise) {
    const double position = (std::log(level) - origin) / span * double(bins);
    const std::size_t bin = std::min(bins - 1, std::size_t(std::max(0.0, position)));
    least[bin] = std::min(least[bin], level);
    ++count[bin];
  }
  for (std::size_t bin = 0; bin < bins; ++bin)
    if (count[bin] > 0) levels[least[bin]] = count[bin];
  return levels;
}

bool is_linear(const Mechanism& mechanism) {
  return std::holds_alternative<Gaussian>(mechanism) ||
         std::holds_alternative<TreeAggregation>(mechanism);
}

bool is_sampled(const Mechanism& mechanism) {
  return std::holds_alternative<PoissonSampled>(mechanism) ||
         std::holds_alternative<SampledWithoutReplacement>(mechanism);
}

/// (alpha - 1) D_alpha is convex in alpha and vanishes at 1: chords between given orders hold.
class ChordCurve {
 public:
  explicit ChordCurve(const RdpCurve& curve) {
    for (std::size_t i = 0; i < curve.orders.size(); ++i) {
      const double moment = (curve.orders[i] - 1) * curve.values[i];
      const auto [place, fresh] = moments_.emplace(curve.orders[i], moment);
      if (!fresh) place->second = std::min(place->second, moment);
    }
  }
  double operator()(double alpha) const {
    const auto above = moments_.lower_bound(alpha);
    if (above == moments_.end()) return infinity;
    if (above->first == alpha && alpha > 1) return above->second / (alpha - 1);
    double order = 1, moment = 0;
    if (above != moments_.begin()) std::tie(order, moment) = *std::prev(above);
    if (order == 1) return above->second / (above->first - 1);
    const double t = (alpha - order) / (above->first - order);
    return ((1 - t) * moment + t * above->second) / (alpha - 1);
  }
  double largest_order() const { return moments_.empty() ? 1 : moments_.rbegin()->first; }

 private:
  std::map<double, double> moments_{};  ///< order -> (order - 1) D
};

}  // namespace

RenyiSum::RenyiSum() : largest_order_(infinity) {}

double RenyiSum::divergence(double alpha) const {
  double sum = linear_ == 0 ? 0 : alpha * linear_;
  for (const Term& term : terms_) sum += term.count * term.curve(alpha);
  return sum;
}

void RenyiSum::add_curve(const RdpCurve& curve, double count) {
  ChordCurve chords(curve);
  largest_order_ = std::min(largest_order_, chords.largest_order());
  terms_.push_back({std::move(chords), count});
}

Outcome<bool> RenyiSum::add_heterogeneous(const Heterogeneous& event,
                                          double count,
                                          Adjacency adjacency,
                                          WithoutReplacement how) {
  const Event& inner = only(event.inner, "heterogeneous");
  if (is_linear(inner.mechanism)) {
    const auto mu_squared = squared_mu(Ledger{.adjacency = adjacency, .events = {{event}}});
    if (!mu_squared) return mu_squared.skip();
    linear_ += count * *mu_squared / 2;
    return true;
  }
  for (const auto& [noise, uses] : compressed(event.noise_multiplier)) {
    const auto step = with_noise_multiplier(inner, noise);
    if (!step) return step.skip();
    auto known = add(*step, count * uses * double(step->count), adjacency, how);
    if (!known) return known;
  }
  return true;
}

Outcome<bool> RenyiSum::add_selection(const Selection& selection,
                                      double count,
                                      Adjacency adjacency,
                                      WithoutReplacement how) {
  const Ledger one{.adjacency = adjacency, .events = selection.inner};
  auto run = renyi_sum(one, how);
  if (!run) return run.skip();
  double pure = infinity;
  if (const auto steps = dp_steps(one); steps && sums(*steps).delta == 0)
    pure = selected_epsilon(selection, sums(*steps).epsilon);
  largest_order_ = std::min(largest_order_, run->largest_order());
  auto curve = selection_curve(selection, *std::move(run));
  if (!curve) return curve.skip();
  terms_.push_back({[pure, selected = *std::move(curve)](double alpha) {
                      return std::min(selected(alpha), pure_divergence(pure, alpha));
                    },
                    count});
  return true;
}

Outcome<bool> RenyiSum::add(const Event& event,
                            double count,
                            Adjacency adjacency,
                            WithoutReplacement how) {
  const Mechanism& mechanism = event.mechanism;
  if (const auto* zcdp = std::get_if<Zcdp>(&mechanism)) {
    linear_ += count * zcdp->rho;
    return true;
  }
  if (const auto* laplace = std::get_if<Laplace>(&mechanism)) {
    const double epsilon = sensitivity_factor(*laplace, adjacency) / laplace->noise_multiplier;
    terms_.push_back(
        {[epsilon](double alpha) { return laplace_divergence(epsilon, alpha); }, count});
    return true;
  }
  if (const auto* noise = std::get_if<ExponentialNoiseL2>(&mechanism)) {
    // Dominated by Laplace noise of the same epsilon: docs/local_privacy.md.
    terms_.push_back({[epsilon = noise->rate * noise->sensitivity](double alpha) {
                        return laplace_divergence(epsilon, alpha);
                      },
                      count});
    return true;
  }
  if (const auto* mixture = std::get_if<LaplaceUniformMixture>(&mechanism)) {
    auto curve = mixture_curve(*mixture);
    if (!curve) return curve.skip();
    terms_.push_back({*std::move(curve), count});
    return true;
  }
  if (const auto* curve = std::get_if<RdpCurve>(&mechanism)) {
    add_curve(*curve, count);
    return true;
  }
  if (const auto* steps = std::get_if<Heterogeneous>(&mechanism))
    return add_heterogeneous(*steps, count, adjacency, how);
  if (const auto* selection = std::get_if<Selection>(&mechanism))
    return add_selection(*selection, count, adjacency, how);
  Skip reason{fmt::format("'{}' has no Renyi bound", name(mechanism))};
  if (is_sampled(mechanism)) {
    auto curve = sampled_gaussian_curve(mechanism, adjacency, how);
    if (curve) {
      terms_.push_back({*std::move(curve), count});
      return true;
    }
    reason = curve.skip();
  }
  const Ledger one{.adjacency = adjacency, .events = {{mechanism}}};
  if (const auto mu_squared = squared_mu(one)) {
    linear_ += count * *mu_squared / 2;
    return true;
  }
  const auto steps = dp_steps(one);
  if (!steps) return reason;
  for (const DpStep& step : *steps) {
    const double epsilon = step.epsilon, uses = count * double(step.count);
    terms_.push_back({[epsilon](double alpha) { return pure_divergence(epsilon, alpha); }, uses});
    log_survival_ += uses * std::log1p(-step.delta);
  }
  return true;
}

Outcome<RenyiSum> renyi_sum(const Ledger& ledger, WithoutReplacement how) {
  RenyiSum sum;
  for (const Event& event : ledger.events) {
    const auto known = sum.add(event, double(event.count), ledger.adjacency, how);
    if (!known) return known.skip();
  }
  return sum;
}

}  // namespace dpsco
