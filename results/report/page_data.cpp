#include "results/report/page_data.hpp"

#include <cmath>
#include <set>

#include <fmt/format.h>

namespace dpsco {

namespace {

using nlohmann::json;

/// Fewer digits: half of a page's size is digits that nobody reads.
json rounded(double value, int digits) {
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  if (std::isnan(value)) return "nan";
  const double kept = std::stod(fmt::format("{:.{}g}", value, digits));
  if (kept == std::rint(kept) && std::fabs(kept) < 1e15) return std::int64_t(kept);
  return kept;
}

json axis_data(const Axis& axis) {
  json ticks = json::array();
  for (const Tick& tick : axis.ticks) ticks.push_back({tick.at, tick.label});
  return {{"title", axis.title},
          {"log", axis.log},
          {"low", axis.low},
          {"high", axis.high},
          {"ticks", std::move(ticks)}};
}

json column_data(const Column& column) {
  json values = json::array();
  for (const FieldValue& value : column.values)
    values.push_back(std::holds_alternative<double>(value) ? rounded(std::get<double>(value), 12)
                                                           : json(std::get<std::string>(value)));
  return {{"name", column.name},
          {"number", column.is_number()},
          {"values", std::move(values)},
          {"code", column.code}};
}

/// One number for each experiment, coded like a column since few differ.
json epsilon_column(const ExperimentSet& set, const std::string& accountant) {
  Column column{.name = "epsilon by " + accountant};
  std::map<double, int> codes;
  std::vector<double> order;
  for (const auto& runs : set.runs) {
    double most = -1;
    for (const StoredRun* run : runs)
      if (const auto found = run->epsilons.find(accountant); found != run->epsilons.end())
        most = std::max(most, found->second);
    if (most < 0) {
      column.code.push_back(-1);
      continue;
    }
    // Up: a privacy number is rounded against the user.
    const double shown = std::isinf(most) ? most : std::ceil(most * 1e4 - 1e-6) / 1e4;
    const auto [place, is_new] = codes.try_emplace(shown, int(order.size()));
    if (is_new) order.push_back(shown);
    column.code.push_back(place->second);
  }
  json values = json::array();
  for (const double value : order) values.push_back(rounded(value, 12));
  return {{"name", column.name}, {"number", true}, {"values", values}, {"code", column.code}};
}

char letter_of(Status status) {
  return name(status).front();  // o d s i f t c: all differ
}

}  // namespace

json chart_data(const Chart& chart) {
  constexpr int digits = 5;
  json lines = json::array();
  for (const ChartLine& line : chart.lines) {
    json points = json::array();
    for (const ChartPoint& point : line.points)
      points.push_back({point.x,
                        chart.dots ? json(point.y) : rounded(point.y, digits),
                        point.band ? rounded(point.band->low, digits) : json(),
                        point.band ? rounded(point.band->high, digits) : json(),
                        point.runs,
                        point.failed});
    const Style style = style_of(line.style);
    lines.push_back({{"name", line.name},
                     {"colour", style.colour},
                     {"shape", style.shape},
                     {"dashed", line.dashed},
                     {"points", std::move(points)}});
  }
  return {{"id", chart.id},
          {"dots", chart.dots},
          {"x", axis_data(chart.x)},
          {"y", axis_data(chart.y)},
          {"mark", chart.mark ? json(*chart.mark) : json()},
          {"lines", std::move(lines)}};
}

json experiment_data(const Report& report) {
  const ExperimentSet& set = report.set;
  json columns = json::array(), values = json::array();
  for (const Column& column : set.columns) columns.push_back(column_data(column));
  std::set<std::string> accountants;
  for (const StoredRun* run : report.runs)
    for (const auto& [accountant, epsilon] : run->epsilons) accountants.insert(accountant);
  for (const std::string& accountant : accountants)
    columns.push_back(epsilon_column(set, accountant));
  for (const MetricSamples& metric : report.metrics) {
    json mean = json::array(), half = json::array();
    bool any_half = false;
    for (const Sample& sample : metric.samples) {
      mean.push_back(sample.mean ? rounded(*sample.mean, 4) : json());
      any_half = any_half || sample.interval;
      half.push_back(sample.interval
                         ? rounded((sample.interval->high - sample.interval->low) / 2, 2)
                         : json());
    }
    json value{{"name", metric.name == "cpu" ? "cpu (s)" : metric.name}, {"mean", std::move(mean)}};
    if (any_half) value["half"] = std::move(half);
    values.push_back(std::move(value));
  }
  json ok = json::array(), failed = json::array(), keys = json::array(), status = json::array(),
       repetition = json::array();
  for (const auto& runs : set.runs) {
    std::size_t good = 0, bad = 0;
    std::string all_keys, all_status;
    std::vector<std::int64_t> repetitions;
    bool in_order = true;
    for (const StoredRun* run : runs) {
      good += run->status == Status::ok ? 1 : 0;
      bad += is_failure(run->status) ? 1 : 0;
      all_keys += fmt::format("{:<{}}", run->key.substr(0, short_key), short_key);
      all_status += letter_of(run->status);
      in_order = in_order && run->repetition == std::int64_t(repetitions.size());
      repetitions.push_back(run->repetition);
    }
    ok.push_back(good);
    failed.push_back(bad);
    keys.push_back(std::move(all_keys));
    status.push_back(std::move(all_status));
    repetition.push_back(in_order ? json(0) : json(repetitions));
  }
  return {{"columns", std::move(columns)},
          {"values", std::move(values)},
          {"ok", std::move(ok)},
          {"failed", std::move(failed)},
          {"keys", std::move(keys)},
          {"status", std::move(status)},
          {"repetition", std::move(repetition)}};
}

}  // namespace dpsco
