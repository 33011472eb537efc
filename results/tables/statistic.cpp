#include "results/tables/statistic.hpp"

#include <algorithm>
#include <charconv>
#include <vector>

#include <boost/math/distributions/binomial.hpp>
#include <fmt/format.h>

#include "framework/core/check.hpp"
#include "framework/core/nearest.hpp"

namespace dpsco {

namespace {

/// Between the k-th smallest and the k-th largest value, k the largest with
/// P(Bin(n, 1/2) < k) <= 2.5 %: covers the median with at least 95 %, whatever the distribution.
std::optional<Interval95> median_interval(std::span<const double> sorted) {
  const auto n = double(sorted.size());
  const boost::math::binomial_distribution<double> half(n, 0.5);
  std::size_t k = 0;
  while (k < sorted.size() / 2 && boost::math::cdf(half, double(k)) <= 0.025) ++k;
  if (k == 0) return {};
  return Interval95{sorted[k - 1], sorted[sorted.size() - k]};
}

/// Expected first of `draws` values drawn without replacement, `sorted` from the best: the i-th
/// best is the first with C(n - i, draws - 1) / C(n, draws).
double expected_best(std::span<const double> sorted, std::size_t draws) {
  const auto n = double(sorted.size()), k = double(draws);
  double weight = k / n, sum = 0;  // of the best
  for (std::size_t i = 1; i + draws <= sorted.size() + 1; ++i) {
    sum += weight * sorted[i - 1];
    weight *= (n - double(i) - k + 1) / (n - double(i));
  }
  return sum;
}

}  // namespace

Statistic statistic_named(std::string_view name) {
  using Kind = Statistic::Kind;
  if (name == "mean") return {Kind::mean};
  if (name == "interval") return {Kind::interval};
  if (name == "median") return {Kind::median};
  if (name == "best" || name == "best-of") return {Kind::best};
  if (name == "worst") return {Kind::worst};
  constexpr std::string_view best_of = "best-of-";
  if (name.starts_with(best_of)) {
    std::size_t draws = 0;
    const char* const end = name.data() + name.size();
    const auto result = std::from_chars(name.data() + best_of.size(), end, draws);
    require(result.ec == std::errc{} && result.ptr == end && draws >= 1,
            "--statistic {}: expected best-of-K with a whole K >= 1, for example best-of-5",
            name);
    return {Kind::best_of, draws};
  }
  const std::vector<std::string> known{"best", "best-of-5", "interval", "mean", "median", "worst"};
  throw ConfigError(
      fmt::format("--statistic: unknown statistic '{}'{}", name, did_you_mean(name, known)));
}

std::string meaning(const Statistic& statistic, bool larger_is_better) {
  const char* const best = larger_is_better ? "largest" : "smallest";
  switch (statistic.kind) {
    case Statistic::Kind::mean:
    case Statistic::Kind::interval:
      return "mean over the ok runs of a cell";
    case Statistic::Kind::median:
      return "median over the ok runs of a cell";
    case Statistic::Kind::best:
      return fmt::format("best ({}) of the ok runs of a cell, which no single run promises", best);
    case Statistic::Kind::best_of:
      return fmt::format(
          "expected best ({}) of {} of the ok runs of a cell, as if the best of {} "
          "tries were reported; {} releases cost {} times the privacy",
          best,
          statistic.draws,
          statistic.draws,
          statistic.draws,
          statistic.draws);
    case Statistic::Kind::worst:
      return fmt::format("worst ({}) of the ok runs of a cell",
                         larger_is_better ? "smallest" : "largest");
  }
  return {};
}

std::string interval_meaning(const Statistic& statistic) {
  switch (statistic.kind) {
    case Statistic::Kind::mean:
      return "+-: half width of the 95 % Student t interval of the mean; a single run has none";
    case Statistic::Kind::interval:
      return "[low, high]: the 95 % Student t interval of the mean; a single run has none";
    case Statistic::Kind::median:
      return "[low, high]: order statistics that hold the median with at least 95 %; fewer than "
             "six runs have none";
    default:
      return {};
  }
}

StatisticValue statistic_of(std::span<const double> values,
                            const Statistic& statistic,
                            bool larger_is_better) {
  if (statistic.is_mean()) {
    const MeanInterval mean = mean_interval(values);
    return {mean.mean, mean.interval};
  }
  std::vector<double> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  if (statistic.kind == Statistic::Kind::median)
    return {sorted_quantile(sorted, 0.5), median_interval(sorted)};
  if (larger_is_better) std::reverse(sorted.begin(), sorted.end());
  if (statistic.kind == Statistic::Kind::best) return {sorted.front()};
  if (statistic.kind == Statistic::Kind::worst) return {sorted.back()};
  if (statistic.draws > sorted.size())
    return {.reason = fmt::format("best of {}: only {} ok runs", statistic.draws, sorted.size())};
  return {expected_best(sorted, statistic.draws)};
}

}  // namespace dpsco
