#include "privacy/audit/epsilon_bound.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include <boost/math/distributions/beta.hpp>

#include "framework/core/check.hpp"

namespace dpsco {

namespace {

using Scores = std::span<const double>;

/// Ratio of successive tail sizes at which thresholds are tried.
constexpr double tail_ratio = 1.1;

void check_rate(std::int64_t hits, std::int64_t n, double error) {
  require(
      n >= 1 && 0 <= hits && hits <= n, "{} hits in {} runs: expected 0 <= hits <= runs", hits, n);
  require(0 < error && error < 1, "an error probability of {} is outside (0, 1)", error);
}

struct Event {
  double threshold = 0;
  bool at_least = true;
};

std::int64_t hits(const std::vector<double>& sorted, const Event& event) {
  if (event.at_least)
    return sorted.end() - std::lower_bound(sorted.begin(), sorted.end(), event.threshold);
  return std::upper_bound(sorted.begin(), sorted.end(), event.threshold) - sorted.begin();
}
std::int64_t hits(Scores scores, const Event& event) {
  return std::count_if(scores.begin(), scores.end(), [&](double score) {
    return event.at_least ? score >= event.threshold : score <= event.threshold;
  });
}

double epsilon_of(std::int64_t hits_likely,
                  std::int64_t runs_likely,
                  std::int64_t hits_rare,
                  std::int64_t runs_rare,
                  double delta,
                  double error) {
  const double p = rate_below(hits_likely, runs_likely, error) - delta;
  if (!(p > 0)) return 0;
  return std::max(0.0, std::log(p / rate_above(hits_rare, runs_rare, error)));
}

std::vector<double> sorted_scores(Scores scores) {
  std::vector<double> sorted(scores.begin(), scores.end());
  for (const double score : sorted) require(!std::isnan(score), "an audit score is not a number");
  std::sort(sorted.begin(), sorted.end());
  return sorted;
}

/// Thresholds at the tails of one sorted sample, from single scores to all of it.
void append_events(std::vector<Event>& events, const std::vector<double>& sorted) {
  const std::size_t n = sorted.size();
  for (std::size_t tail = 1; tail <= n;
       tail = std::max(tail + 1, std::size_t(std::ceil(double(tail) * tail_ratio)))) {
    events.push_back({sorted[n - tail], true});
    events.push_back({sorted[tail - 1], false});
  }
}

}  // namespace

double rate_below(std::int64_t hits, std::int64_t n, double error) {
  check_rate(hits, n, error);
  if (hits == 0) return 0;
  return boost::math::quantile(boost::math::beta_distribution<>(double(hits), double(n - hits + 1)),
                               error);
}

double rate_above(std::int64_t hits, std::int64_t n, double error) {
  check_rate(hits, n, error);
  if (hits == n) return 1;
  return boost::math::quantile(boost::math::complement(
      boost::math::beta_distribution<>(double(hits + 1), double(n - hits)), error));
}

EpsilonBound epsilon_lower_bound(Scores scores, Scores neighbour_scores, const AuditTerms& terms) {
  require(scores.size() >= 4 && neighbour_scores.size() >= 4,
          "an audit needs at least 4 scores of each data set, has {} and {}",
          scores.size(),
          neighbour_scores.size());
  require(0 <= terms.delta && terms.delta < 1, "delta = {} is outside [0, 1)", terms.delta);
  require(0 < terms.confidence && terms.confidence < 1,
          "confidence = {} is outside (0, 1)",
          terms.confidence);
  require(terms.comparisons >= 1, "comparisons = {} must be at least 1", terms.comparisons);
  require(0 < terms.choosing_share && terms.choosing_share <= 0.5,
          "choosing_share = {} is outside (0, 0.5]",
          terms.choosing_share);
  const double error = (1 - terms.confidence) / terms.comparisons / 2;
  const std::array<Scores, 2> samples{scores, neighbour_scores};
  std::array<std::vector<double>, 2> chosen_on{};
  std::array<Scores, 2> tested_on{};
  for (std::size_t i = 0; i < 2; ++i) {
    const auto held_out = std::size_t(double(samples[i].size()) * terms.choosing_share);
    chosen_on[i] = sorted_scores(samples[i].first(std::max<std::size_t>(1, held_out)));
    tested_on[i] = samples[i].subspan(std::max<std::size_t>(1, held_out));
  }
  std::vector<Event> events;
  append_events(events, chosen_on[0]);
  append_events(events, chosen_on[1]);
  EpsilonBound bound;
  double best = -1;
  for (const Event& event : events) {
    const std::array<std::int64_t, 2> k{hits(chosen_on[0], event), hits(chosen_on[1], event)};
    const std::array<double, 2> n{double(chosen_on[0].size()), double(chosen_on[1].size())};
    const std::size_t likely = double(k[0]) / n[0] >= double(k[1]) / n[1] ? 0 : 1,
                      rare = 1 - likely;
    const double value = epsilon_of(
        k[likely], std::int64_t(n[likely]), k[rare], std::int64_t(n[rare]), terms.delta, error);
    if (value > best) {
      best = value;
      bound.threshold = event.threshold;
      bound.at_least = event.at_least;
      bound.swapped = likely == 1;
    }
  }
  const Event event{bound.threshold, bound.at_least};
  const Scores likely = tested_on[bound.swapped ? 1 : 0], rare = tested_on[bound.swapped ? 0 : 1];
  for (const Scores part : {likely, rare})
    for (const double score : part) require(!std::isnan(score), "an audit score is not a number");
  bound.hits_likely = hits(likely, event);
  bound.hits_rare = hits(rare, event);
  bound.runs_likely = std::int64_t(likely.size());
  bound.runs_rare = std::int64_t(rare.size());
  bound.epsilon = epsilon_of(
      bound.hits_likely, bound.runs_likely, bound.hits_rare, bound.runs_rare, terms.delta, error);
  return bound;
}

}  // namespace dpsco
