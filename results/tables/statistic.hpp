// What a cell of a table says of its runs: their mean, or something else, by name.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "results/tables/statistics.hpp"

namespace dpsco {

struct Statistic {
  enum class Kind {
    mean,      ///< with its 95 % Student t interval
    interval,  ///< the same, shown as [low, high]
    median,    ///< with the 95 % interval between order statistics, which needs six runs
    best,      ///< the best run
    best_of,   ///< expected best of `draws` runs
    worst,     ///< the worst run
  };
  Kind kind = Kind::mean;
  std::size_t draws = 0;

  bool is_mean() const { return kind == Kind::mean || kind == Kind::interval; }
};

/// "mean", "interval", "median", "best", "best-of-K" (K >= 1) or "worst". Throws ConfigError naming
/// the nearest.
Statistic statistic_named(std::string_view name);

/// "median over the ok runs of a cell", with what is good for best and worst.
std::string meaning(const Statistic& statistic, bool larger_is_better);
/// What the interval of a cell is; empty if the statistic has none.
std::string interval_meaning(const Statistic& statistic);

struct StatisticValue {
  std::optional<double> value{};
  std::optional<Interval95> interval{};
  std::string reason{};  ///< why there is no value
};
/// pre: at least one value, all finite.
StatisticValue statistic_of(std::span<const double> values,
                            const Statistic& statistic,
                            bool larger_is_better);

}  // namespace dpsco
