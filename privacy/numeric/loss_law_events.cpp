#include "privacy/numeric/loss_law_events.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "privacy/accountants/gdp_composition.hpp"
#include "privacy/accountants/mixture.hpp"
#include "privacy/numeric/loss_law_makers.hpp"

namespace dpsco {

namespace {

constexpr std::size_t directions = 2;

/// A mechanism's laws in either direction.
struct Laws {
  std::array<LossLaw, directions> upper{};
  std::array<std::optional<LossLaw>, directions> lower{};
  bool symmetric = true;  ///< the two directions are the same
  bool tight = true;      ///< lower is upper
};

Laws both(const LossLaw& law, bool attained = true) {
  Laws laws;
  laws.upper = {law, law};
  laws.tight = attained;
  if (attained) laws.lower[0] = laws.lower[1] = law;
  return laws;
}

/// The base law of `uses` uses of a mechanism that is a symmetric pair. `factor` is the sensitivity
/// of noise in units of C unless the event states one.
struct Base {
  LossLaw law{};
  bool attained = true;
};
Outcome<Base> base_law(const Event& event, double factor) {
  const Mechanism& mechanism = event.mechanism;
  if (const auto* gaussian = std::get_if<Gaussian>(&mechanism)) {
    const double shift = gaussian->sensitivity > 0 ? gaussian->sensitivity : factor;
    return Base{gaussian_law(shift / gaussian->noise_multiplier * std::sqrt(double(event.count)))};
  }
  if (const auto* gdp = std::get_if<Gdp>(&mechanism))
    return Base{gaussian_law(gdp->mu * std::sqrt(double(event.count)))};
  if (event.count != 1)
    return Skip{
        fmt::format("'{}' with count = {} inside one sample has no pair here: only gaussian "
                    "and gdp compose to one pair",
                    name(mechanism),
                    event.count)};
  if (const auto* laplace = std::get_if<Laplace>(&mechanism)) {
    const double shift = laplace->sensitivity > 0 ? laplace->sensitivity : factor;
    return Base{laplace_law(shift / laplace->noise_multiplier)};
  }
  if (const auto* pure = std::get_if<Pure>(&mechanism)) return Base{pure_law(pure->epsilon)};
  if (const auto* approximate = std::get_if<Approximate>(&mechanism))
    return Base{approximate_law(approximate->epsilon, approximate->delta)};
  if (const auto* profile = std::get_if<PrivacyProfile>(&mechanism)) {
    const bool kept = std::all_of(
        profile->epsilon.begin(), profile->epsilon.end(), [](double e) { return e <= 600; });
    return Base{profile_law(profile->epsilon, profile->delta), kept};
  }
  // exp(-rate ||b||) is Laplace noise for d = 1 and dominated by it for d > 1
  // (docs/local_privacy.md).
  if (const auto* noise = std::get_if<ExponentialNoiseL2>(&mechanism))
    return Base{laplace_law(noise->rate * noise->sensitivity), false};
  if (const auto* mixture = std::get_if<LaplaceUniformMixture>(&mechanism)) {
    const auto profile = mixture_profile(*mixture);
    if (!profile) return profile.skip();
    return Base{profile_law(profile->epsilon, profile->delta), false};
  }
  return Skip{fmt::format("'{}' has no privacy loss distribution here", name(mechanism))};
}

bool is_noise(const Mechanism& mechanism) {
  return std::holds_alternative<Gaussian>(mechanism) || std::holds_alternative<Laplace>(mechanism);
}

Outcome<Laws> poisson_laws(const PoissonSampled& sampled, Adjacency adjacency) {
  const Event& inner = sampled.inner.front();
  const double q = sampled.sampling_rate;
  if (q == 0) return both(gaussian_law(0));
  if (adjacency != Adjacency::add_remove && !is_noise(inner.mechanism))
    return Skip{
        fmt::format("Poisson sampling of '{}' under {} has no pair: the guarantee of the "
                    "inner event says nothing of a record that is left out; use add_remove, "
                    "or gaussian or laplace inside",
                    name(inner.mechanism),
                    name(adjacency))};
  if (adjacency != Adjacency::replace_one) {
    const auto base = base_law(inner, 1);
    if (!base) return base.skip();
    Laws laws;
    laws.upper = {poisson_remove_law(base->law, q), poisson_add_law(base->law, q)};
    laws.symmetric = q == 1;
    laws.tight = base->attained;
    if (base->attained)
      for (std::size_t i = 0; i < directions; ++i) laws.lower[i] = laws.upper[i];
    return laws;
  }
  // With the record's value against its other value, and with its value against its absence: both
  // are at most max(sensitivity, C) apart, and advanced joint convexity gives the
  // without-replacement pair as for a batch of fixed size.
  double stated = 0;
  if (const auto* gaussian = std::get_if<Gaussian>(&inner.mechanism))
    stated = gaussian->sensitivity;
  if (const auto* laplace = std::get_if<Laplace>(&inner.mechanism)) stated = laplace->sensitivity;
  Event apart = inner;
  std::visit(
      [&](auto& noise) {
        if constexpr (requires {
                        noise.sensitivity;
                        noise.noise_multiplier;
                      })
          noise.sensitivity = stated > 0 ? std::max(stated, 1.0) : 2.0;
      },
      apart.mechanism);
  const auto base = base_law(apart, 2);
  if (!base) return base.skip();
  const LossLaw upper = without_replacement_law(base->law, q);
  Laws laws;
  laws.upper = {upper, upper};
  laws.tight = false;
  if (const auto* gaussian = std::get_if<Gaussian>(&inner.mechanism);
      gaussian != nullptr && stated == 0)
    laws.lower[0] = laws.lower[1] =
        poisson_opposite_law(std::sqrt(double(inner.count)) / gaussian->noise_multiplier, q);
  return laws;
}

Outcome<Laws> without_replacement_laws(const SampledWithoutReplacement& sampled,
                                       Adjacency adjacency) {
  if (adjacency != Adjacency::replace_one)
    return Skip{
        fmt::format("sampling without replacement has no pair under {}: use replace_one, or "
                    "poisson_sampled under add_remove",
                    name(adjacency))};
  const auto base = base_law(sampled.inner.front(), 2);
  if (!base) return base.skip();
  const double q = double(sampled.batch) / double(sampled.population);
  const LossLaw upper = without_replacement_law(base->law, q);
  Laws laws;
  laws.upper = {upper, upper};
  laws.symmetric = q == 1;
  laws.tight = q == 1 && base->attained;
  // All other records at the new value, or all at the old one: both data sets exist.
  if (base->attained) {
    laws.lower[0] = poisson_remove_law(base->law, q);
    laws.lower[1] = poisson_add_law(base->law, q);
  }
  return laws;
}

Outcome<Laws> laws_of(const Event& event, Adjacency adjacency) {
  if (const auto* sampled = std::get_if<PoissonSampled>(&event.mechanism))
    return poisson_laws(*sampled, adjacency);
  if (const auto* sampled = std::get_if<SampledWithoutReplacement>(&event.mechanism))
    return without_replacement_laws(*sampled, adjacency);
  const auto base = base_law(Event{event.mechanism, 1}, sensitivity_factor(0, adjacency));
  if (!base) return base.skip();
  return both(base->law, base->attained);
}

/// The template with its noise multiplier replaced.
Event with_noise(Event event, double noise_multiplier) {
  std::visit(
      [&](auto& mechanism) {
        if constexpr (requires { mechanism.noise_multiplier = noise_multiplier; })
          mechanism.noise_multiplier = noise_multiplier;
        else if constexpr (requires { mechanism.inner.front() = event; })
          for (Event& inner : mechanism.inner) inner = with_noise(inner, noise_multiplier);
      },
      event.mechanism);
  return event;
}

struct Bin {
  double low, high;  ///< of its noise multipliers
  std::int64_t count;
};

/// Noise multipliers by value if there are at most `most` different ones, else in that many bins of
/// equal ratio.
std::vector<Bin> binned(const std::vector<double>& noise, std::int64_t most) {
  std::map<double, std::int64_t> values;
  for (const double s : noise) {
    ++values[s];
    if (std::int64_t(values.size()) > most) break;
  }
  std::vector<Bin> bins;
  if (std::int64_t(values.size()) <= most) {
    for (const auto& [value, count] : values) bins.push_back({value, value, count});
    return bins;
  }
  const auto [least, greatest] = std::minmax_element(noise.begin(), noise.end());
  const double origin = std::log(*least), width = (std::log(*greatest) - origin) / double(most);
  bins.assign(std::size_t(most), {std::numeric_limits<double>::infinity(), 0, 0});
  for (const double s : noise) {
    const double place = std::clamp((std::log(s) - origin) / width, 0.0, double(most - 1));
    Bin& bin = bins[std::size_t(place)];
    bin.low = std::min(bin.low, s);
    bin.high = std::max(bin.high, s);
    ++bin.count;
  }
  std::erase_if(bins, [](const Bin& bin) { return bin.count == 0; });
  return bins;
}

/// Collects laws; what is Gaussian differential privacy is summed in mu^2, exactly.
class Collector {
 public:
  Collector(Adjacency adjacency, std::int64_t bins) : adjacency_(adjacency), bins_(bins) {}

  std::optional<Skip> add(const Event& event) {
    const Mechanism& mechanism = event.mechanism;
    if (std::holds_alternative<NonPrivate>(mechanism)) {
      infinite_ = true;
      return {};
    }
    if (const auto* steps = std::get_if<Heterogeneous>(&mechanism)) return add(*steps, event.count);
    if (add_gaussian(event)) return {};
    const auto laws = laws_of(event, adjacency_);
    if (!laws) return laws.skip();
    add(*laws, *laws, event.count);
    return {};
  }

  LedgerLaws finish() {
    LedgerLaws out{.same = tight_, .infinite = infinite_};
    if (squared_mu_ > 0) {
      infinite_ = out.infinite = out.infinite || std::isinf(double(squared_mu_));
      const RepeatedLaw law{gaussian_law(std::sqrt(double(squared_mu_))), 1};
      for (std::size_t i = 0; i < directions; ++i) {
        upper_[i].push_back(law);
        lower_[i].push_back(law);
      }
    }
    for (std::size_t i = 0; i < (symmetric_ ? 1 : directions); ++i) {
      out.upper.push_back(upper_[i]);
      if (has_lower_) out.lower.push_back(lower_[i]);
    }
    return out;
  }

 private:
  bool add_gaussian(const Event& event) {
    double each = 0;
    if (const auto* tree = std::get_if<TreeAggregation>(&event.mechanism)) {
      // A record is in at most 1 + floor(log2 leaves) nodes, and in as many at the first leaf.
      const double mu = sensitivity_factor(0, adjacency_) / tree->noise_multiplier;
      each = mu * mu * (1 + std::floor(std::log2(double(tree->leaves))));
    } else {
      const auto mu =
          squared_mu(Ledger{.adjacency = adjacency_, .events = {Event{event.mechanism, 1}}});
      if (!mu) return false;
      each = *mu;
    }
    if (std::holds_alternative<NoisyIteration>(event.mechanism)) tight_ = has_lower_ = false;
    squared_mu_ += (long double)each * event.count;
    return true;
  }

  std::optional<Skip> add(const Heterogeneous& steps, std::int64_t count) {
    const Event& inner = steps.inner.front();
    if (const auto* gaussian = std::get_if<Gaussian>(&inner.mechanism)) {
      const double shift = sensitivity_factor(*gaussian, adjacency_);
      long double sum = 0;
      for (const double s : steps.noise_multiplier) sum += (long double)(shift / s) * (shift / s);
      squared_mu_ += sum * inner.count * count;
      return {};
    }
    for (const Bin& bin : binned(steps.noise_multiplier, bins_)) {
      const auto least = laws_of(with_noise(inner, bin.low), adjacency_);
      if (!least) return least.skip();
      const auto most = laws_of(with_noise(inner, bin.high), adjacency_);
      if (!most) return most.skip();
      if (bin.low != bin.high) tight_ = false;
      // Beyond what any accountant here bounds the exact number does not matter.
      const double uses = double(bin.count) * double(inner.count) * double(count);
      add(*least, *most, std::int64_t(std::min(uses, 1e15)));
    }
    return {};
  }

  void add(const Laws& above, const Laws& beneath, std::int64_t count) {
    symmetric_ = symmetric_ && above.symmetric;
    tight_ = tight_ && above.tight;
    for (std::size_t i = 0; i < directions; ++i) {
      upper_[i].push_back({above.upper[i], count});
      if (beneath.lower[i])
        lower_[i].push_back({*beneath.lower[i], count});
      else
        has_lower_ = false;
    }
  }

  Adjacency adjacency_;
  std::int64_t bins_;
  long double squared_mu_ = 0;
  bool infinite_ = false, symmetric_ = true, tight_ = true, has_lower_ = true;
  std::array<std::vector<RepeatedLaw>, directions> upper_{}, lower_{};
};

}  // namespace

Outcome<LedgerLaws> ledger_laws(const Ledger& ledger, std::int64_t bins) {
  Collector collector(ledger.adjacency, bins);
  for (const Event& event : ledger.events)
    if (auto skip = collector.add(event)) return *skip;
  return collector.finish();
}

}  // namespace dpsco
