#include "results/compare/paired_tests.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>

#include "results/tables/statistics.hpp"

namespace dpsco {

namespace {

/// P(sum <= at) and P(sum >= at) where each doubled rank counts or not with probability 1/2.
/// Doubled ranks are whole, also the shared ones.
std::pair<double, double> exact_tails(std::span<const double> ranks, double at) {
  const double total = std::accumulate(ranks.begin(), ranks.end(), 0.0);
  std::vector<double> law(std::size_t(std::lround(2 * total)) + 1, 0.0);
  law[0] = 1;
  std::size_t reach = 0;
  for (const double rank : ranks) {
    const auto step = std::size_t(std::lround(2 * rank));
    for (std::size_t s = reach + 1; s-- > 0;) {
      law[s] *= 0.5;
      law[s + step] += law[s];
    }
    reach += step;
  }
  const auto place = std::ptrdiff_t(std::lround(2 * at));
  return {std::accumulate(law.begin(), law.begin() + place + 1, 0.0),
          std::accumulate(law.begin() + place, law.end(), 0.0)};
}

double squares_around(std::span<const double> values, double centre) {
  double sum = 0;
  for (const double value : values) sum += (value - centre) * (value - centre);
  return sum;
}

}  // namespace

std::optional<double> sign_test(std::size_t wins, std::size_t losses) {
  const std::size_t n = wins + losses;
  if (n == 0) return {};
  const boost::math::binomial law(double(n), 0.5);
  return std::min(1.0, 2 * boost::math::cdf(law, double(std::min(wins, losses))));
}

std::vector<double> mean_ranks_of(std::span<const double> values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return values[a] < values[b];
  });
  std::vector<double> ranks(values.size());
  for (std::size_t from = 0; from < order.size();) {
    std::size_t to = from;
    while (to < order.size() && values[order[to]] == values[order[from]]) ++to;
    for (std::size_t i = from; i < to; ++i) ranks[order[i]] = double(from + 1 + to) / 2;
    from = to;
  }
  return ranks;
}

std::optional<double> signed_rank_test(std::span<const double> differences) {
  std::vector<double> sizes;
  std::vector<bool> positive;
  for (const double difference : differences) {
    if (difference == 0) continue;
    sizes.push_back(std::abs(difference));
    positive.push_back(difference > 0);
  }
  const auto n = double(sizes.size());
  if (sizes.empty()) return {};
  const std::vector<double> ranks = mean_ranks_of(sizes);
  double sum = 0;
  for (std::size_t i = 0; i < ranks.size(); ++i)
    if (positive[i]) sum += ranks[i];
  if (sizes.size() <= exact_signed_ranks) {
    const auto [below, above] = exact_tails(ranks, sum);
    return std::min(1.0, 2 * std::min(below, above));
  }
  // Var = sum of rank^2 / 4 holds with and without ties.
  double variance = 0;
  for (const double rank : ranks) variance += rank * rank / 4;
  const double off = std::max(0.0, std::abs(sum - n * (n + 1) / 4) - 0.5) / std::sqrt(variance);
  return std::min(1.0, 2 * boost::math::cdf(boost::math::complement(boost::math::normal(), off)));
}

std::vector<std::optional<double>> holm(std::span<const std::optional<double>> p) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < p.size(); ++i)
    if (p[i]) order.push_back(i);
  std::stable_sort(
      order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return *p[a] < *p[b]; });
  std::vector<std::optional<double>> adjusted(p.size());
  double largest = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    largest = std::max(largest, std::min(1.0, double(order.size() - i) * *p[order[i]]));
    adjusted[order[i]] = largest;
  }
  return adjusted;
}

double pooled_t_test(std::span<const double> left, std::span<const double> right) {
  const double m = mean_of(left), k = mean_of(right);
  const double degrees = double(left.size() + right.size()) - 2;
  const double variance = (squares_around(left, m) + squares_around(right, k)) / degrees;
  const double error = std::sqrt(variance * (1 / double(left.size()) + 1 / double(right.size())));
  if (!(error > 0)) return m == k ? 1 : 0;
  const boost::math::students_t law(degrees);
  return 2 * boost::math::cdf(boost::math::complement(law, std::abs(m - k) / error));
}

}  // namespace dpsco
