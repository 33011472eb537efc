#include "suites/studies/crossings.hpp"

#include <cmath>
#include <map>

#include <fmt/format.h>

#include "framework/problem/losses/losses.hpp"

namespace dpsco {

namespace {

/// Value of a tuned bound at dimension d; nothing if it has none.
std::optional<double> tuned(const Catalog& catalog,
                            const std::string& name,
                            Index n,
                            Index d,
                            const Target& target,
                            double comparator_norm) {
  Facts facts{.n = n, .d = d, .bounds = {.row_norm = 1, .radius = comparator_norm}};
  facts.constants = Logistic().constants(facts.bounds);
  const auto promise = catalog.bounds.make(name)->value(
      {.facts = facts, .target = target, .comparator_norm = comparator_norm});
  if (!promise) return {};
  return promise->value;
}

struct Pair {
  std::string flat, growing;
};

std::string promised_text(const Catalog& catalog) {
  const std::vector<Pair> pairs{{"ma2022-single-pass", "pnsgd-last-iterate"},
                                {"ma2022-constant-lambda", "pnsgd-last-iterate"},
                                {"full-batch-langevin", "noisy-gd-by-d"},
                                {"ma2022-single-pass", "phased-sgd"},
                                {"ma2022-theorem-1-printed", "bassily2019"}};
  std::string text =
      "Promised crossings: the smallest d where the second bound exceeds the first, each at its "
      "own "
      "best tuning\n(delta = 1e-5, G = 1, tr = 1/4)\n\n     n  epsilon   R";
  for (const Pair& pair : pairs) text += fmt::format("  {}", pair.flat + " | " + pair.growing);
  text += '\n';
  for (const double R : {1.0, 10.0})
    for (const Index n : {Index{1000}, Index{10000}})
      for (const double epsilon : {std::pow(double(n), -0.25), 0.1, 1.0}) {
        text += fmt::format("{:>6}  {:>7.3g}  {:>2}", n, epsilon, R);
        for (const Pair& pair : pairs) {
          const auto at = promised_crossing(
              catalog, pair.flat, pair.growing, n, {.epsilon = epsilon, .delta = 1e-5}, R);
          text += fmt::format("  {:>{}}",
                              at ? fmt::format("{}", *at) : "never",
                              pair.flat.size() + pair.growing.size() + 3);
        }
        text += '\n';
      }
  text +=
      "The last column compares a printed bound with a shape of constant 1: it shows how far "
      "constants "
      "alone move a crossing.\n";
  return text;
}

using Curve = std::map<double, double>;  ///< d to mean risk

Curve curve(std::span<const StoredRun> runs, const std::string& label, double epsilon) {
  std::map<double, std::pair<double, int>> sums;
  for (const StoredRun& run : runs) {
    const auto risk = run.metrics.find("excess_population_risk");
    if (run.status != Status::ok || run.label != label || run.target.epsilon != epsilon ||
        risk == run.metrics.end())
      continue;
    sums[run.d].first += risk->second;
    ++sums[run.d].second;
  }
  Curve means;
  for (const auto& [d, sum] : sums) means[d] = sum.first / sum.second;
  return means;
}

/// Beyond which d the growing curve stays above: noise alone may cross twice.
std::string measured(const Curve& flat, const Curve& growing) {
  std::vector<std::pair<double, double>> points;  // log d, log ratio
  for (const auto& [d, risk] : growing) {
    const auto other = flat.find(d);
    if (other != flat.end() && risk > 0 && other->second > 0)
      points.emplace_back(std::log(d), std::log(risk / other->second));
  }
  if (points.empty()) return "no data";
  if (points.back().second <= 0)
    return fmt::format("none up to {:.0f}", std::exp(points.back().first));
  std::size_t first = points.size() - 1;
  while (first > 0 && points[first - 1].second > 0) --first;
  if (first == 0) return fmt::format("at or before {:.0f}", std::exp(points.front().first));
  const auto [d0, r0] = points[first - 1];
  const auto [d1, r1] = points[first];
  return fmt::format("{:.0f}", std::exp(d0 - r0 / (r1 - r0) * (d1 - d0)));
}

}  // namespace

std::optional<Index> promised_crossing(const Catalog& catalog,
                                       const std::string& flat,
                                       const std::string& growing,
                                       Index n,
                                       const Target& target,
                                       double comparator_norm) {
  constexpr Index most = 1'000'000'000;
  const auto exceeds = [&](Index d) {
    const auto low = tuned(catalog, flat, n, d, target, comparator_norm),
               high = tuned(catalog, growing, n, d, target, comparator_norm);
    return low && high && *high > *low;
  };
  if (exceeds(1)) return 1;
  Index below = 1, above = 2;
  while (above < most && !exceeds(above)) {
    below = above;
    above *= 2;
  }
  if (!exceeds(above)) return {};
  while (above - below > 1) {
    const Index middle = below + (above - below) / 2;
    (exceeds(middle) ? above : below) = middle;
  }
  return above;
}

std::string crossings_text(std::span<const StoredRun> runs,
                           const Catalog& catalog,
                           const std::string& flat,
                           std::span<const std::string> growing) {
  std::string text = promised_text(catalog);
  text += fmt::format(
      "\nMeasured crossings: the dimension where the mean excess population risk of an arm passes "
      "that "
      "of {}\n\n",
      flat);
  std::map<double, int> epsilons;
  for (const StoredRun& run : runs) ++epsilons[run.target.epsilon];
  for (const auto& [epsilon, count] : epsilons)
    for (const std::string& label : growing)
      text += fmt::format("epsilon = {:<4} {:<20} {}\n",
                          epsilon,
                          label,
                          measured(curve(runs, flat, epsilon), curve(runs, label, epsilon)));
  return text;
}

}  // namespace dpsco
