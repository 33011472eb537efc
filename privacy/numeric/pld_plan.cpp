#include "privacy/numeric/pld_plan.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <boost/math/tools/minima.hpp>

#include "privacy/numeric/loss_law_quadrature.hpp"

namespace dpsco {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double widest_panel = 8;
constexpr double tail_nats = 42;  // window tails of e^-42 of the tilted law
constexpr double largest_log_moment = 1e5;

/// A law as a finite list of losses: quadrature nodes and atoms.
struct NodeLaw {
  std::vector<double> loss{}, log_mass{};
  double low = infinity, high = -infinity;
  std::int64_t count = 1;
  bool chunked = false;

  /// log E[e^(lambda L)] of one use.
  double log_moment(double lambda) const {
    double top = -infinity;
    for (std::size_t i = 0; i < loss.size(); ++i)
      top = std::max(top, log_mass[i] + lambda * loss[i]);
    double sum = 0;
    for (std::size_t i = 0; i < loss.size(); ++i) {
      const double exponent = log_mass[i] + lambda * loss[i] - top;
      if (exponent > -40) sum += std::exp(exponent);
    }
    return top + std::log(sum);
  }
  /// Variance of one use under the tilted law.
  double tilted_variance(double lambda) const {
    const double K = log_moment(lambda);
    double mean = 0, variance = 0;
    for (std::size_t i = 0; i < loss.size(); ++i)
      mean += loss[i] * std::exp(log_mass[i] + lambda * loss[i] - K);
    for (std::size_t i = 0; i < loss.size(); ++i)
      variance +=
          (loss[i] - mean) * (loss[i] - mean) * std::exp(log_mass[i] + lambda * loss[i] - K);
    return variance;
  }
};

NodeLaw nodes(const RepeatedLaw& repeated, Tails tails) {
  NodeLaw out{.count = repeated.count * repeated.chunk, .chunked = repeated.chunk > 1};
  const auto add = [&](double l, double log_mass) {
    out.loss.push_back(l);
    out.log_mass.push_back(log_mass);
  };
  for (const Segment& segment : repeated.law.segments) {
    const Segment finite = trim(segment, tails.log_top, tails.log_bottom).segment;
    const auto steep = [&](double g) { return steepness_of_p(finite, g); };
    for_each_node(finite.low, finite.high, steep, widest_panel, [&](double g, double weight) {
      add(loss(segment, g), log_density(segment, g) + std::log(weight));
    });
    out.low = std::min(out.low, loss(finite, finite.low));
    out.high = std::max(out.high, loss(finite, finite.high));
  }
  for (const Atom& atom : repeated.law.atoms) {
    add(atom.loss, atom.log_mass);
    out.low = std::min(out.low, atom.loss);
    out.high = std::max(out.high, atom.loss);
  }
  return out;
}

class Composite {
 public:
  Composite(std::span<const RepeatedLaw> laws, Tails tails) {
    for (const RepeatedLaw& law : laws) laws_.push_back(nodes(law, tails));
  }
  double log_moment(double lambda) const {
    double sum = 0;
    for (const NodeLaw& law : laws_) sum += double(law.count) * law.log_moment(lambda);
    return sum;
  }
  double uses() const {
    return std::accumulate(laws_.begin(), laws_.end(), 0.0, [](double sum, const NodeLaw& law) {
      return sum + double(law.count);
    });
  }
  double tilted_variance(double lambda) const {
    double sum = 0;
    for (const NodeLaw& law : laws_) sum += double(law.count) * law.tilted_variance(lambda);
    return sum;
  }
  double low() const {
    return std::accumulate(laws_.begin(), laws_.end(), 0.0, [](double sum, const NodeLaw& law) {
      return sum + double(law.count) * law.low;
    });
  }
  double high() const {
    return std::accumulate(laws_.begin(), laws_.end(), 0.0, [](double sum, const NodeLaw& law) {
      return sum + double(law.count) * law.high;
    });
  }
  double widest_law() const {
    double widest = 0;
    for (const NodeLaw& law : laws_)
      if (!law.chunked) widest = std::max(widest, law.high - law.low);
    return widest;
  }
  const std::vector<NodeLaw>& laws() const { return laws_; }

 private:
  std::vector<NodeLaw> laws_;
};

/// log of max over x > 0 of e^(-lambda x) (1 - e^-x).
double log_peak(double lambda) {
  return lambda * std::log(lambda / (1 + lambda)) - std::log1p(lambda);
}

/// Minimises the Chernoff bound of delta at the epsilon where it meets the target.
double best_tilt(const Composite& sum, double log_delta, double& epsilon) {
  const double scale = 1 / std::max(sum.high() - sum.low(), 1e-300);
  const double low = std::log(scale * 1e-3);
  double high = std::log(std::max(1e3, 1e9 * scale * sum.uses()));
  while (high > low + 1 && sum.log_moment(std::exp(high)) > largest_log_moment) high -= 1;
  const auto bound = [&](double u) {
    const double lambda = std::exp(u);
    return (sum.log_moment(lambda) + log_peak(lambda) - log_delta) / lambda;
  };
  auto [u, best] = boost::math::tools::brent_find_minima(bound, low, high, 16);
  epsilon = std::max(best, 0.0);
  if (best > 0) return std::exp(u);
  // Every epsilon >= 0 will do: tilt for delta(0).
  const auto at_zero = [&](double v) {
    return sum.log_moment(std::exp(v)) + log_peak(std::exp(v));
  };
  return std::exp(boost::math::tools::brent_find_minima(at_zero, low, high, 16).first);
}

struct Window {
  double low, high, lower_order, higher_order;
};

/// Outside it the tilted sum has mass about e^-42 by Chernoff's bound, or none.
Window tilted_window(const Composite& sum,
                     double lambda,
                     double nats = tail_nats,
                     double least_lower_order = 0) {
  const double K = sum.log_moment(lambda), variance = sum.tilted_variance(lambda);
  const double rate = std::sqrt(2 * nats / std::max(variance, 1e-300));
  Window window{-infinity, infinity, rate, rate};
  for (int i = -23; i < 15; ++i) {
    const double nu = rate * std::pow(1.5, i);
    const double high = (sum.log_moment(lambda + nu) - K + nats) / nu;
    const double low = (K - sum.log_moment(lambda - nu) - nats) / nu;
    if (high < window.high) {
      window.high = high;
      window.higher_order = nu;
    }
    if (nu >= least_lower_order && low > window.low) {
      window.low = low;
      window.lower_order = nu;
    }
  }
  window.high = std::min(window.high, sum.high());
  window.low = std::max(window.low, sum.low());
  return window;
}

/// Where single uses dominate the tilted law its window is wide; a smaller tilt narrows it and
/// costs digits, of which as many may go as leave 1e-6 above the rounding of the transform.
void narrow(const Composite& sum,
            double log_delta,
            double epsilon,
            double uses,
            double& lambda,
            Window& window) {
  const double most = std::clamp(std::log(1e-6 / (uses * 2e-14)), 0.5, 12.0);
  const double start = lambda;
  for (const double factor : {0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3}) {
    const double candidate = start * factor;
    if (sum.log_moment(candidate) + log_peak(candidate) - candidate * epsilon - log_delta > most)
      return;
    const Window other = tilted_window(sum, candidate);
    if (other.high - other.low >= 0.95 * (window.high - window.low)) continue;
    window = other;
    lambda = candidate;
  }
}

/// Largest step such that every difference of atoms is a whole number of steps; 0 if there is none.
double common_step(std::span<const RepeatedLaw> laws) {
  std::vector<double> gaps;
  for (const RepeatedLaw& repeated : laws) {
    if (!repeated.law.segments.empty() || repeated.chunk > 1) return 0;
    for (const Atom& atom : repeated.law.atoms) {
      const double gap = std::abs(atom.loss - repeated.law.atoms.front().loss);
      if (gap > 0) gaps.push_back(gap);
    }
  }
  if (gaps.empty()) return 0;
  const double smallest = *std::min_element(gaps.begin(), gaps.end());
  for (int m = 1; m <= 64; ++m) {
    const double step = smallest / m;
    const bool fits = std::all_of(gaps.begin(), gaps.end(), [step](double gap) {
      return std::abs(gap / step - std::round(gap / step)) <= 1e-13 * gap / step;
    });
    if (fits) return step;
  }
  return 0;
}

/// The widest distance between the two heaviest atoms of the law that is used most: the lattice
/// should hold both.
double aligned_gap(std::span<const RepeatedLaw> laws) {
  const RepeatedLaw* most = nullptr;
  for (const RepeatedLaw& law : laws)
    if (law.chunk == 1 && law.law.atoms.size() >= 2 && (most == nullptr || law.count > most->count))
      most = &law;
  if (most == nullptr) return 0;
  std::vector<Atom> atoms = most->law.atoms;
  std::partial_sort(
      atoms.begin(), atoms.begin() + 2, atoms.end(), [](const Atom& a, const Atom& b) {
        return a.log_mass > b.log_mass;
      });
  return std::abs(atoms[0].loss - atoms[1].loss);
}

/// The loss of the heaviest atom: where a lattice should have a point. 0 without atoms.
double anchor(const LossLaw& law) {
  const auto heaviest =
      std::max_element(law.atoms.begin(), law.atoms.end(), [](const Atom& x, const Atom& y) {
        return x.log_mass < y.log_mass;
      });
  return heaviest == law.atoms.end() ? 0 : heaviest->loss;
}

}  // namespace

double chunk_nats(double uses, double log_delta) {
  return 42 + std::log(uses) - log_delta;
}

PldPlan plan_pld(std::span<const RepeatedLaw> laws, double log_delta, const PldOptions& options) {
  double uses = 0;
  double all_uses = 0;
  for (const RepeatedLaw& law : laws) {
    uses += double(law.count);
    all_uses += double(law.count) * double(law.chunk);
  }
  PldPlan plan;
  plan.tails = {.log_top = std::min(log_delta, 0.0) - std::log(all_uses) - 32,
                .log_bottom = -std::log(all_uses) - 42};
  const Composite sum(laws, plan.tails);
  if (sum.high() - sum.low() == 0) {  // nothing but lost mass and losses that are certain
    for (std::size_t b = 0; b < laws.size(); ++b) {
      const double l = sum.laws()[b].low;
      plan.tilts.push_back({plan.lambda, plan.lambda * l});
      plan.lattices.push_back({l, 1});
    }
    plan.points = 16;
    plan.window_low = sum.low();
    return plan;
  }
  double epsilon = 0;
  plan.lambda = best_tilt(sum, log_delta, epsilon);
  Window window = tilted_window(sum, plan.lambda);
  const double wanted = std::sqrt(12 * options.accuracy * std::max(epsilon, 1 / plan.lambda) /
                                  (uses * (plan.lambda + 1)));
  if (uses > 1 && window.high - window.low > wanted * double(options.max_points) / 4)
    narrow(sum, log_delta, epsilon, all_uses, plan.lambda, window);
  if (uses == 1) window = {sum.low(), sum.high(), window.lower_order, window.higher_order};
  plan.higher_order = window.higher_order;
  plan.lower_order = window.lower_order;
  const double width = std::max(window.high - window.low, 1e-300);
  // Both bounds are off by about uses (lambda + 1) step^2 / 12.
  const double scale = std::max(epsilon, 1 / plan.lambda);
  double step = std::sqrt(12 * options.accuracy * scale / (uses * (plan.lambda + 1)));
  plan.wanted_step = step;
  double widest = sum.widest_law();
  for (const RepeatedLaw& law : laws) {
    if (law.chunk == 1) continue;
    const RepeatedLaw alone{law.law, law.chunk};
    const Window part = tilted_window(Composite({&alone, 1}, plan.tails),
                                      plan.lambda,
                                      chunk_nats(all_uses, log_delta),
                                      plan.lambda);
    widest = std::max(widest, part.high - part.low);
  }
  const double finest = std::max(width, widest / 2) / double(options.max_points - 16);
  step = std::clamp(step, finest, std::max(width / 64, finest));
  if (const double lattice = common_step(laws); lattice >= finest) {
    step = lattice;
  } else if (const double gap = aligned_gap(laws); gap >= step) {
    step = gap / std::floor(gap / step * (1 + 1e-12));
  }
  // Beyond this a tilt only overflows: the mass one step down is e^-50 of a point's.
  if (plan.lambda * step > 50) {
    plan.lambda = 50 / step;
    window = tilted_window(sum, plan.lambda);
    plan.higher_order = window.higher_order;
    plan.lower_order = window.lower_order;
  }
  plan.points = 16;
  while (double(plan.points) < width / step + 8) plan.points *= 2;
  plan.window_low = window.low - 2 * step;
  for (std::size_t b = 0; b < laws.size(); ++b) {
    plan.tilts.push_back(
        {plan.lambda, double(laws[b].chunk) * sum.laws()[b].log_moment(plan.lambda)});
    plan.lattices.push_back({anchor(laws[b].law), step});
  }
  return plan;
}

PldPlan plan_chunk(const RepeatedLaw& law,
                   const PldPlan& whole,
                   Tilt tilt,
                   double nats,
                   const PldOptions& options) {
  PldPlan plan{.lambda = whole.lambda, .tilts = {tilt}, .tails = whole.tails};
  const Composite sum({&law, 1}, plan.tails);
  const Window window = tilted_window(sum, plan.lambda, nats, plan.lambda);
  plan.higher_order = window.higher_order;
  plan.lower_order = window.lower_order;
  plan.least_lower_order = plan.lambda;
  const double width = std::max(window.high - window.low, 1e-300);
  const double finest =
      std::max(width, sum.widest_law() / 2) / (double(options.max_points) / 2 - 16);
  // Errors of the uses add up whatever the stage they are made in.
  double step = std::max(whole.wanted_step / (2 * std::sqrt(double(law.count))), finest);
  if (const double gap = aligned_gap({&law, 1}); gap >= step) step = gap / std::floor(gap / step);
  plan.lattices = {{anchor(law.law), step}};
  plan.points = 16;
  while (double(plan.points) < width / step + 8) plan.points *= 2;
  plan.window_low = window.low - 2 * step;
  return plan;
}

}  // namespace dpsco
