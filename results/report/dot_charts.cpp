#include "results/report/dot_charts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <tuple>

#include <fmt/format.h>

#include "results/report/series.hpp"

namespace dpsco {

namespace {

/// Lays out dots: rows from the top, the lines of one row beside each other.
class DotBuilder {
 public:
  DotBuilder() { chart_.dots = true; }

  Chart& chart() { return chart_; }
  bool empty() const { return chart_.lines.empty(); }

  void add(const std::string& row, const std::string& line, std::size_t style, ChartPoint point) {
    auto at = std::find(rows_.begin(), rows_.end(), row);
    if (at == rows_.end()) at = rows_.insert(rows_.end(), row);
    point.y = double(at - rows_.begin());
    auto entry = std::find_if(chart_.lines.begin(), chart_.lines.end(), [&](const ChartLine& each) {
      return each.name == line;
    });
    if (entry == chart_.lines.end())
      entry = chart_.lines.insert(chart_.lines.end(), {.name = line, .style = style});
    entry->points.push_back(point);
  }

  /// Sets axes and positions. pre: not empty
  Chart finish(std::string x_title) {
    if (chart_.lines.size() > most_lines) {
      chart_.notes.push_back(
          fmt::format("{} further kinds of dots are not drawn", chart_.lines.size() - most_lines));
      chart_.lines.resize(most_lines);
    }
    const auto count = double(chart_.lines.size());
    std::vector<double> xs;
    for (std::size_t k = 0; k < chart_.lines.size(); ++k) {
      for (ChartPoint& point : chart_.lines[k].points) {
        point.y += count > 1 ? 0.6 * (double(k) / (count - 1) - 0.5) : 0;
        xs.push_back(point.x);
        if (point.band) {
          xs.push_back(point.band->low);
          xs.push_back(point.band->high);
        }
      }
    }
    if (chart_.mark) xs.push_back(*chart_.mark);
    const double least = *std::min_element(xs.begin(), xs.end());
    const bool log = least > 0 && *std::max_element(xs.begin(), xs.end()) >= 5 * least;
    if (!log && least > 0) xs.push_back(0);
    chart_.x = value_axis(std::move(x_title), xs, log);
    chart_.y = {.low = double(rows_.size()) - 0.5, .high = -0.5};
    for (std::size_t r = 0; r < rows_.size(); ++r) chart_.y.ticks.push_back({double(r), rows_[r]});
    return std::move(chart_);
  }

 private:
  Chart chart_;
  std::vector<std::string> rows_;
};

using TargetKey = std::tuple<double, double, Adjacency, std::string>;

TargetKey target_of(const StoredRun& run) {
  return {run.target.epsilon, run.target.delta, run.target.adjacency, run.calibrate};
}

/// Largest and smallest epsilon of one method by one accountant.
struct Prices {
  double low = std::numeric_limits<double>::infinity(), high = 0;
  bool estimate = false;
  std::size_t runs = 0;
};

/// Rows and accountants in order of appearance.
struct Priced {
  std::vector<std::string> methods{}, accountants{};
  std::map<std::pair<std::string, std::string>, Prices> prices{};  ///< method, accountant
};

void note_once(std::vector<std::string>& names, const std::string& name) {
  if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
}

std::map<TargetKey, Priced> prices_of(const ExperimentSet& set) {
  std::map<TargetKey, Priced> targets;
  for (std::size_t i = 0; i < set.size(); ++i) {
    const std::string method = set.label().text(i);
    for (const StoredRun* run : set.runs[i]) {
      if (run->epsilons.empty()) continue;
      Priced& priced = targets[target_of(*run)];
      note_once(priced.methods, method);
      for (const auto& [accountant, epsilon] : run->epsilons) {
        note_once(priced.accountants, accountant);
        Prices& prices = priced.prices[{method, accountant}];
        prices.low = std::min(prices.low, epsilon);
        prices.high = std::max(prices.high, epsilon);
        ++prices.runs;
        const auto direction = run->directions.find(accountant);
        prices.estimate = prices.estimate ||
                          (direction != run->directions.end() && direction->second == "estimate");
      }
    }
  }
  return targets;
}

}  // namespace

std::vector<Chart> dot_charts(const ExperimentSet& set,
                              const std::string& value,
                              const std::string& x_title,
                              const std::vector<ExperimentMean>& samples,
                              StyleBook& styles) {
  const auto series = series_columns(set, nullptr), facets = telling(circumstances(set));
  DotBuilder builder;
  for (std::size_t i = 0; i < set.size(); ++i) {
    const ExperimentMean& sample = samples[i];
    if (!sample.mean) continue;
    const std::string facet = facet_text(facets, i);
    const std::string line = facet.empty() ? "mean" : facet;
    builder.add(
        series_text(series, i),
        line,
        styles.of(line),
        {.x = *sample.mean, .band = sample.interval, .runs = sample.ok, .failed = sample.failed});
  }
  if (builder.empty()) return {};
  Chart chart = builder.finish(x_title);
  chart.id = slug(value + "-by-method");
  chart.title = value_words(value) + " by method";
  return {std::move(chart)};
}

std::vector<Chart> account_charts(const ExperimentSet& set, StyleBook& styles) {
  std::vector<Chart> charts;
  const auto targets = prices_of(set);
  for (const auto& [target, priced] : targets) {
    const auto& [epsilon, delta, adjacency, calibrate] = target;
    DotBuilder builder;
    Chart& chart = builder.chart();
    std::vector<std::string> open, free;  // no privacy at all; nothing of the data in the output
    std::string over;                     // the method and accountant that break the promise
    for (const std::string& method : priced.methods) {
      double most = 0, least = std::numeric_limits<double>::infinity();
      for (const auto& [key, prices] : priced.prices) {
        if (key.first != method) continue;
        most = std::max(most, prices.high);
        least = std::min(least, prices.low);
      }
      if (std::isinf(least)) open.push_back(method);
      if (most == 0) free.push_back(method);
    }
    const auto in = [](const std::vector<std::string>& names, const std::string& name) {
      return std::find(names.begin(), names.end(), name) != names.end();
    };
    for (const std::string& method : priced.methods) {
      if (in(open, method) || in(free, method)) continue;
      std::string best, worst;
      for (const std::string& accountant : priced.accountants) {
        const auto found = priced.prices.find({method, accountant});
        if (found == priced.prices.end()) continue;
        const Prices& prices = found->second;
        if (std::isinf(prices.high)) {
          chart.notes.push_back(fmt::format("{} by {}: infinite", method, accountant));
          continue;
        }
        if (accountant == calibrate && !prices.estimate && prices.high > epsilon * (1 + 1e-9))
          over += fmt::format(
              " {} costs {:.4g} by {}: MORE THAN ITS TARGET.", method, prices.high, accountant);
        builder.add(
            method,
            accountant + (prices.estimate ? " (estimate)" : ""),
            styles.of(accountant),
            {.x = prices.high,
             .band = prices.low < prices.high ? std::optional(Interval95{prices.low, prices.high})
                                              : std::nullopt,
             .runs = prices.runs});
      }
    }
    if (!open.empty()) chart.notes.push_back("not private (epsilon = inf): " + listed(open));
    if (!free.empty())
      chart.notes.push_back("output does not depend on the data (epsilon = 0): " + listed(free));
    if (builder.empty()) continue;
    chart.mark = epsilon;
    chart.mark_name = "target";
    Chart drawn = builder.finish("epsilon at the target's delta (nats)");
    drawn.round_up = true;
    drawn.id = fmt::format("accounts-{}", charts.size() + 1);
    drawn.title = "epsilon by accountant against the target";
    drawn.facet = fmt::format(
        "({:g}, {:g}), {}, calibrated by {}", epsilon, delta, name(adjacency), calibrate);
    drawn.reading =
        "Dots left of or on the dashed line prove the target; dots right of it are looser proofs "
        "for "
        "the same noise, not less privacy." +
        over;
    charts.push_back(std::move(drawn));
  }
  return charts;
}

}  // namespace dpsco
