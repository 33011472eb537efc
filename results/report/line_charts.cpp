#include "results/report/line_charts.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>

namespace dpsco {

namespace {

/// What is held fixed within a chart.
std::vector<const Column*> context_of(const ExperimentSet& set, const Column& x) {
  std::vector<const Column*> context = circumstances(set);
  const Column* const sweep[] = {&x};
  std::erase_if(context, [&](const Column* column) {
    return column == &x || (column->is_number() && decides(sweep, *column));
  });
  return context;
}

std::vector<int> key_of(std::span<const Column* const> columns, std::size_t experiment) {
  std::vector<int> key;
  key.reserve(columns.size());
  for (const Column* column : columns) key.push_back(column->code[experiment]);
  return key;
}

}  // namespace

std::vector<const Column*> sweeps_of(const ExperimentSet& set) {
  std::vector<const Column*> sweeps;
  const auto add = [&](const Column& column) {
    if (!column.is_number() || column.values.size() < 2) return;
    const auto same = [&](const Column* other) {
      const Column* const mine[] = {&column};
      const Column* const theirs[] = {other};
      return other == &column || (decides(mine, *other) && decides(theirs, column));
    };
    if (std::none_of(sweeps.begin(), sweeps.end(), same)) sweeps.push_back(&column);
  };
  for (const std::string_view name : {"d", "n", "epsilon", "delta"})
    if (const Column* column = set.find(name)) add(*column);
  for (const Column& column : set.columns) add(column);
  return sweeps;
}

LineCharts line_charts(const LineChartQuery& query,
                       const Column& x,
                       const ReportWords& words,
                       StyleBook& styles,
                       std::size_t room) {
  const std::vector<const Column*> context = context_of(query.set, x), names = telling(context);
  const std::vector<const Column*> series = series_columns(query.set, &x);
  std::vector<std::vector<int>> order;
  std::map<std::vector<int>, std::vector<std::size_t>> facets;
  for (std::size_t i = 0; i < query.set.size(); ++i) {
    if (!x.number(i)) continue;
    const std::vector<int> key = key_of(context, i);
    auto& members = facets[key];
    if (members.empty()) order.push_back(key);
    members.push_back(i);
  }
  LineCharts result;
  for (const auto& key : order) {
    LineChartBuilder builder(query, x, series, styles);
    if (!builder.has_line(facets[key])) continue;
    if (result.charts.size() == room) {
      ++result.left_out;
      continue;
    }
    Chart chart = builder.build();
    chart.id = slug(fmt::format("{}-{}-{}", query.value, x.name, result.charts.size() + 1));
    chart.title = fmt::format("{} against {}", value_words(query.value), short_name(x.name));
    chart.facet = facet_text(names, facets[key].front());
    chart.x.title = field_title(x.name, words);
    chart.reading = reading_of(chart, short_name(x.name));
    result.charts.push_back(std::move(chart));
  }
  return result;
}

}  // namespace dpsco
