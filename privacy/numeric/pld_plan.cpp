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
};

NodeLaw nodes(const RepeatedLaw& repeated, Tails tails) {
  NodeLaw out{.count = repeated.count};
  const auto add = [&](double l, double log_mass) {
    out.loss.push_back(l);
    out.log_mass.push_back(log_mass);
  };
  for (const Segment& segment : repeated.law.segments) {
    const Segment finite = trim(segment, tails.log_top, tails.log_bottom).segment;
    for_each_node(finite, finite.low, finite.high, widest_panel, [&](double g, double weight) {
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
    for (const NodeLaw& law : laws_) widest = std::max(widest, law.high - law.low);
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
  double high = std::log(std::max(1e3, 1e9 / std::max(sum.widest_law(), 1e-300)));
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
Window tilted_window(const Composite& sum, double lambda) {
  const double K = sum.log_moment(lambda), bump = std::max(lambda, 1e-6) * 1e-3;
  const double variance = std::max(
      (sum.log_moment(lambda + bump) + sum.log_moment(lambda - bump) - 2 * K) / bump / bump, 0.0);
  const double rate = std::sqrt(2 * tail_nats / std::max(variance, 1e-300));
  Window window{-infinity, infinity, rate, rate};
  for (double factor = 1e-4; factor < 300; factor *= 1.5) {
    const double nu = rate * factor;
    const double high = (sum.log_moment(lambda + nu) - K + tail_nats) / nu;
    const double low = (K - sum.log_moment(lambda - nu) - tail_nats) / nu;
    if (high < window.high) {
      window.high = high;
      window.higher_order = nu;
    }
    if (low > window.low) {
      window.low = low;
      window.lower_order = nu;
    }
  }
  window.high = std::min(window.high, sum.high());
  window.low = std::max(window.low, sum.low());
  return window;
}

/// Largest step such that every difference of atoms is a whole number of steps; 0 if there is none.
double common_step(std::span<const RepeatedLaw> laws) {
  std::vector<double> gaps;
  for (const RepeatedLaw& repeated : laws) {
    if (!repeated.law.segments.empty()) return 0;
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
    if (law.law.atoms.size() >= 2 && (most == nullptr || law.count > most->count)) most = &law;
  if (most == nullptr) return 0;
  std::vector<Atom> atoms = most->law.atoms;
  std::partial_sort(
      atoms.begin(), atoms.begin() + 2, atoms.end(), [](const Atom& a, const Atom& b) {
        return a.log_mass > b.log_mass;
      });
  return std::abs(atoms[0].loss - atoms[1].loss);
}

}  // namespace

PldPlan plan_pld(std::span<const RepeatedLaw> laws, double log_delta, const PldOptions& options) {
  double uses = 0;
  for (const RepeatedLaw& law : laws) uses += double(law.count);
  PldPlan plan;
  plan.tails = {.log_top = std::min(log_delta, 0.0) - std::log(uses) - 32,
                .log_bottom = -std::log(uses) - 42};
  const Composite sum(laws, plan.tails);
  if (sum.widest_law() == 0) {  // nothing but lost mass and losses that are certain
    for (const RepeatedLaw& law : laws) {
      const double l = law.law.atoms.empty() ? 0 : law.law.atoms.front().loss;
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
  if (uses == 1) window = {sum.low(), sum.high(), window.lower_order, window.higher_order};
  plan.higher_order = window.higher_order;
  plan.lower_order = window.lower_order;
  const double width = std::max(window.high - window.low, 1e-300);
  // Both bounds are off by about uses (lambda + 1) step^2 / 12.
  const double scale = std::max(epsilon, 1 / plan.lambda);
  double step = std::sqrt(12 * options.accuracy * scale / (uses * (plan.lambda + 1)));
  const double finest = std::max(width, sum.widest_law() / 4) / double(options.max_points - 16);
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
    plan.tilts.push_back({plan.lambda, sum.laws()[b].log_moment(plan.lambda)});
    const auto& atoms = laws[b].law.atoms;
    const auto heaviest =
        std::max_element(atoms.begin(), atoms.end(), [](const Atom& x, const Atom& y) {
          return x.log_mass < y.log_mass;
        });
    plan.lattices.push_back({atoms.empty() ? 0 : heaviest->loss, step});
  }
  return plan;
}

}  // namespace dpsco
