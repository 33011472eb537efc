#include "privacy/accountants/contour_ledger.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <tuple>

#include <fmt/format.h>

#include "framework/core/check.hpp"
#include "privacy/accountants/gdp_composition.hpp"
#include "privacy/numeric/contour_steps.hpp"

namespace dpsco {

namespace {

/// A sampled event: the rate, and mu^2 of what is done to one sample.
struct Sampled {
  bool poisson = true;
  double rate = 1;
  const Event* inner = nullptr;
};

/// What one direction composes.
struct Terms {
  std::vector<SampledStep> steps{};
  std::vector<SampledRange> ranges{};
};

class Reader {
 public:
  Reader(Adjacency adjacency, Compression compression)
      : adjacency_(adjacency), compression_(compression) {}

  /// Nothing, or why not.
  std::optional<Skip> read(const Event& event) {
    if (const auto* h = std::get_if<Heterogeneous>(&event.mechanism))
      return read_many(*h, double(event.count));
    if (const auto sampled = as_sampled(event.mechanism)) {
      if (auto skip = refuse(*sampled)) return skip;
      const auto mu_squared = inner_mu_squared(*sampled, *sampled->inner);
      if (!mu_squared) return mu_squared.skip();
      add(*sampled, *mu_squared, double(event.count));
      return std::nullopt;
    }
    const auto mu_squared = squared_mu(Ledger{.adjacency = adjacency_, .events = {event}});
    if (!mu_squared) return mu_squared.skip();
    if (std::holds_alternative<NoisyIteration>(event.mechanism)) result_.attained = false;
    plain_.push_back(*mu_squared);
    return std::nullopt;
  }

  ContourLedger finish() {
    // Sums in sorted order: the order of events leaves no trace.
    std::sort(plain_.begin(), plain_.end());
    double total = 0;
    for (const double mu_squared : plain_) total += mu_squared;
    result_.non_private = std::isinf(total);
    const auto compose = [&](const Terms& terms) {
      return Composition{
          .squared_mu = total, .steps = merged(terms.steps), .ranges = sorted(terms.ranges)};
    };
    if (adjacency_ == Adjacency::replace_one) {
      result_.uppers = {compose(upper_)};
      // Real data sets: all other records at x' (remove) or at x (add).
      result_.lowers = {compose(lower_)};
      if (result_.open) result_.lowers.push_back(compose(lower_add_));
    } else {
      result_.uppers = {compose(upper_), compose(upper_add_)};
      result_.lowers = {compose(lower_), compose(lower_add_)};
    }
    return std::move(result_);
  }

 private:
  static std::optional<Sampled> as_sampled(const Mechanism& mechanism) {
    if (const auto* p = std::get_if<PoissonSampled>(&mechanism))
      return Sampled{.poisson = true, .rate = p->sampling_rate, .inner = &p->inner.at(0)};
    if (const auto* w = std::get_if<SampledWithoutReplacement>(&mechanism))
      return Sampled{.poisson = false,
                     .rate = double(w->batch) / double(w->population),
                     .inner = &w->inner.at(0)};
    return std::nullopt;
  }

  std::optional<Skip> refuse(const Sampled& sampled) const {
    if (sampled.poisson) return std::nullopt;
    if (adjacency_ == Adjacency::add_remove)
      return Skip{
          "sampling without replacement has no pair under add_remove, where the population's size "
          "changes: use replace_one, or poisson_sampled"};
    if (adjacency_ == Adjacency::zero_out)
      return Skip{
          "no dominating pair is known here for sampling without replacement under zero_out: use "
          "replace_one, or poisson_sampled"};
    return std::nullopt;
  }

  /// Poisson sampling under replace_one: how far apart, in units of C, any two of the record's
  /// value, its other value and its absence may be.
  static double widest_distance(const Gaussian& gaussian) {
    return std::max(sensitivity_factor(gaussian, Adjacency::replace_one), 1.0);
  }

  bool is_replaced_poisson(const Sampled& sampled) const {
    return sampled.poisson && adjacency_ == Adjacency::replace_one && sampled.rate < 1;
  }

  /// mu^2 of the inner event on one sample, for the upper pair's own sensitivity.
  Outcome<double> inner_mu_squared(const Sampled& sampled, Event inner) const {
    auto* gaussian = std::get_if<Gaussian>(&inner.mechanism);
    if (gaussian == nullptr && !std::holds_alternative<Gdp>(inner.mechanism))
      return Skip{
          fmt::format("a sampled '{}' has no Gaussian dominating pair", name(inner.mechanism))};
    if (is_replaced_poisson(sampled)) {
      if (gaussian == nullptr)
        return Skip{
            "poisson_sampled under replace_one: a 'gdp' guarantee says nothing of a record that is "
            "left out; its pair needs a gaussian event"};
      gaussian->sensitivity = widest_distance(*gaussian);
    }
    return squared_mu(Ledger{.adjacency = adjacency_, .events = {std::move(inner)}});
  }

  void add(const Sampled& sampled, double mu_squared, double count) {
    if (sampled.rate == 0 || mu_squared == 0) return;
    if (sampled.rate == 1 || std::isinf(mu_squared)) {
      plain_.push_back(count * mu_squared);
      return;
    }
    add_steps(sampled, {{1 / std::sqrt(mu_squared), count}}, {{1 / std::sqrt(mu_squared), count}});
  }

  /// The same steps in every list that they belong to; the two arguments enclose them.
  void add_steps(const Sampled& sampled,
                 const std::vector<RatioCount>& less_private,
                 const std::vector<RatioCount>& more_private) {
    const auto put = [&](Terms& terms, SampledPair pair, const std::vector<RatioCount>& ratios) {
      for (const auto& [ratio, count] : ratios)
        terms.steps.push_back({.pair = pair, .rate = sampled.rate, .ratio = ratio, .count = count});
    };
    if (adjacency_ != Adjacency::replace_one) {
      put(upper_, SampledPair::poisson_remove, less_private);
      put(upper_add_, SampledPair::poisson_add, less_private);
      put(lower_, SampledPair::poisson_remove, more_private);
      put(lower_add_, SampledPair::poisson_add, more_private);
    } else if (sampled.poisson) {
      put(upper_, SampledPair::without_replacement, less_private);
      add_opposite(sampled, more_private);
    } else {
      result_.open = result_.separate_lowers = true;
      put(upper_, SampledPair::without_replacement, less_private);
      put(lower_, SampledPair::poisson_remove, more_private);
      put(lower_add_, SampledPair::poisson_add, more_private);
    }
  }

  /// The lower pair of Poisson sampling under replace_one: a record and its opposite, C from the
  /// others' sum on either side. `ratios` are the upper pair's.
  void add_opposite(const Sampled& sampled, const std::vector<RatioCount>& ratios) {
    result_.open = result_.separate_lowers = true;
    const auto& gaussian = std::get<Gaussian>(sampled.inner->mechanism);
    if (gaussian.sensitivity > 0) result_.attained = false;  // the versions may be nearer than 2 C
    for (const auto& [ratio, count] : ratios)
      for (Terms* terms : {&lower_, &lower_add_})
        terms->steps.push_back({.pair = SampledPair::poisson_replace,
                                .rate = sampled.rate,
                                .ratio = ratio * widest_distance(gaussian),
                                .count = count});
  }

  /// `more_private` is for the pair that does not interpolate.
  void add_ranges(const Sampled& sampled,
                  const std::vector<RatioRange>& ranges,
                  const std::vector<RatioCount>& more_private) {
    const auto put = [&](Terms& terms, SampledPair pair) {
      for (const RatioRange& range : ranges)
        terms.ranges.push_back({.pair = pair, .rate = sampled.rate, .ratios = range});
    };
    if (adjacency_ != Adjacency::replace_one) {
      for (Terms* terms : {&upper_, &lower_}) put(*terms, SampledPair::poisson_remove);
      for (Terms* terms : {&upper_add_, &lower_add_}) put(*terms, SampledPair::poisson_add);
    } else if (sampled.poisson) {
      put(upper_, SampledPair::without_replacement);
      add_opposite(sampled, more_private);
    } else {
      result_.open = result_.separate_lowers = true;
      put(upper_, SampledPair::without_replacement);
      put(lower_, SampledPair::poisson_remove);
      put(lower_add_, SampledPair::poisson_add);
    }
  }

  std::optional<Skip> read_many(const Heterogeneous& many, double count) {
    const Event& pattern = many.inner.at(0);
    const auto sampled = as_sampled(pattern.mechanism);
    const Event& innermost = sampled ? *sampled->inner : pattern;
    const auto* gaussian = std::get_if<Gaussian>(&innermost.mechanism);
    if (gaussian == nullptr)
      return Skip{fmt::format("heterogeneous steps of '{}' have no Gaussian dominating pair",
                              name(innermost.mechanism))};
    if (sampled)
      if (auto skip = refuse(*sampled)) return skip;
    Event unit = innermost;
    std::get<Gaussian>(unit.mechanism).noise_multiplier = 1;
    const auto unit_mu_squared =
        sampled ? inner_mu_squared(*sampled, unit)
                : squared_mu(Ledger{.adjacency = adjacency_, .events = {unit}});
    if (!unit_mu_squared) return unit_mu_squared.skip();
    const double repeats = count * double(sampled ? pattern.count : 1);
    if (!sampled || sampled->rate == 1) {
      double sum = 0;
      for (const double noise : many.noise_multiplier) sum += 1 / (noise * noise);
      plain_.push_back(repeats * *unit_mu_squared * sum);
      return std::nullopt;
    }
    if (sampled->rate == 0) return std::nullopt;
    const double scale = 1 / std::sqrt(*unit_mu_squared);
    if (const auto few = equal_ratios(many.noise_multiplier, scale, repeats)) {
      add_steps(*sampled, *few, *few);
      return std::nullopt;
    }
    result_.compressed = true;
    const auto bins = [&] { return bin_ratios(many.noise_multiplier, scale, repeats); };
    const double widest = compression_ == Compression::wide ? 1 : 0.15;
    if (compression_ != Compression::bins)
      if (const auto ranges = interpolate_ratios(many.noise_multiplier, scale, repeats, widest)) {
        add_ranges(*sampled,
                   *ranges,
                   is_replaced_poisson(*sampled) ? bins().rounded_up : std::vector<RatioCount>{});
        return std::nullopt;
      }
    result_.separate_lowers = true;
    const RatioBins both = bins();
    add_steps(*sampled, both.rounded_down, both.rounded_up);
    return std::nullopt;
  }

  /// Equal steps together, in a fixed order.
  static std::vector<SampledStep> merged(std::vector<SampledStep> steps) {
    const auto key = [](const SampledStep& s) {
      return std::tuple(s.pair, s.rate, s.ratio, s.count);
    };
    std::sort(steps.begin(), steps.end(), [&](const SampledStep& a, const SampledStep& b) {
      return key(a) < key(b);
    });
    std::vector<SampledStep> result;
    for (const SampledStep& step : steps) {
      const bool same = !result.empty() && result.back().pair == step.pair &&
                        result.back().rate == step.rate && result.back().ratio == step.ratio;
      if (same) {
        result.back().count += step.count;
      } else {
        result.push_back(step);
      }
    }
    return result;
  }

  static std::vector<SampledRange> sorted(std::vector<SampledRange> ranges) {
    const auto key = [](const SampledRange& r) {
      return std::tuple(r.pair, r.rate, r.ratios.low, r.ratios.high, r.ratios.count);
    };
    std::sort(ranges.begin(), ranges.end(), [&](const SampledRange& a, const SampledRange& b) {
      return key(a) < key(b);
    });
    return ranges;
  }

  Adjacency adjacency_;
  Compression compression_;
  ContourLedger result_{};
  std::vector<double> plain_{};
  Terms upper_{}, upper_add_{}, lower_{}, lower_add_{};
};

}  // namespace

Outcome<ContourLedger> contour_ledger(const Ledger& ledger, Compression compression) {
  Reader reader(ledger.adjacency, compression);
  for (const Event& event : ledger.events)
    if (auto skip = reader.read(event)) return *skip;
  return reader.finish();
}

}  // namespace dpsco
