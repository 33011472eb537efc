#include "results/report/page_data.hpp"

#include <algorithm>
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

json axis_data(const ChartAxis& axis) {
  json ticks = json::array();
  for (const ChartTick& tick : axis.ticks) ticks.push_back({tick.at, tick.label});
  return {{"title", axis.title},
          {"log", axis.log},
          {"low", axis.low},
          {"high", axis.high},
          {"ticks", std::move(ticks)}};
}

/// Without its owner where that leaves no doubt, as --where takes it.
std::string shown_name(const ExperimentSet& set, const std::string& name) {
  const auto short_of = [](const std::string& full) { return full.substr(full.find('.') + 1); };
  const bool alone = std::none_of(set.columns.begin(), set.columns.end(), [&](const Column& other) {
    return other.name != name && short_of(other.name) == short_of(name);
  });
  return alone && name != "algorithm.name" ? short_of(name) : name;
}

CodedColumn coded(const ExperimentSet& set, const Column& column) {
  CodedColumn out{
      .name = shown_name(set, column.name), .number = column.is_number(), .code = column.code};
  for (const FieldValue& value : column.values)
    out.values.push_back(std::holds_alternative<double>(value)
                             ? rounded(std::get<double>(value), 12)
                             : json(std::get<std::string>(value)));
  return out;
}

/// The largest of each experiment's repetitions, coded like a field since few differ.
CodedColumn epsilon_column(const ExperimentSet& set, const std::string& accountant) {
  CodedColumn column{.name = "epsilon by " + accountant, .number = true};
  std::map<double, int> codes;
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
    const double shown = std::isinf(most) ? most : std::ceil(most * 1e4) / 1e4;
    const auto [place, is_new] = codes.try_emplace(shown, int(column.values.size()));
    if (is_new) column.values.push_back(rounded(shown, 12));
    column.code.push_back(place->second);
  }
  return column;
}

/// Letters that JSON and HTML leave alone, from '#' on without the backslash and '<'.
constexpr std::string_view alphabet =
    "#$%'()*+,-./0123456789:;=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]^_`abcdefghijklmnopqrstuvwxyz{|}~";

/// Codes as letters, as many a code as the largest needs; the first letter is -1.
json packed(const CodedColumn& column) {
  std::size_t width = 1;
  for (std::size_t most = column.values.size() / alphabet.size(); most > 0; most /= alphabet.size())
    ++width;
  std::string letters;
  letters.reserve(column.code.size() * width);
  for (const int code : column.code) {
    std::size_t rest = static_cast<unsigned>(code + 1);
    for (std::size_t k = 0; k < width; ++k, rest /= alphabet.size())
      letters += alphabet[rest % alphabet.size()];
  }
  return {{"name", column.name},
          {"number", column.number},
          {"values", column.values},
          {"width", width},
          {"code", std::move(letters)}};
}

json packed(const std::vector<CodedColumn>& columns) {
  json out = json::array();
  for (const CodedColumn& column : columns) out.push_back(packed(column));
  return out;
}

json means_of(const MetricSamples& metric) {
  json mean = json::array(), half = json::array();
  bool any_half = false;
  for (const ExperimentMean& sample : metric.samples) {
    mean.push_back(sample.mean ? rounded(*sample.mean, 4) : json());
    any_half = any_half || sample.interval;
    half.push_back(sample.interval ? rounded((sample.interval->high - sample.interval->low) / 2, 2)
                                   : json());
  }
  json value{{"name", metric_title(metric.name)}, {"mean", std::move(mean)}};
  if (any_half) value["half"] = std::move(half);
  return value;
}

/// data.d says what d says.
bool is_repeated(const ExperimentSet& set, const Column& column) {
  return std::any_of(set.columns.begin(), set.columns.end(), [&](const Column& other) {
    return &other < &column && other.code == column.code && other.values == column.values;
  });
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
          {"up", chart.round_up},
          {"x", axis_data(chart.x)},
          {"y", axis_data(chart.y)},
          {"mark", chart.mark ? json(*chart.mark) : json()},
          {"lines", std::move(lines)}};
}

std::string metric_title(const std::string& metric) {
  return metric == "cpu" ? "cpu (s)" : metric;
}

ExperimentColumns experiment_columns(const Report& report) {
  ExperimentColumns columns;
  for (const Column& column : report.set.columns)
    if (!is_repeated(report.set, column)) columns.fields.push_back(coded(report.set, column));
  std::set<std::string> accountants;
  for (const StoredRun* run : report.runs)
    for (const auto& [accountant, epsilon] : run->epsilons) accountants.insert(accountant);
  for (const std::string& accountant : accountants)
    columns.epsilons.push_back(epsilon_column(report.set, accountant));
  return columns;
}

json experiment_data(const Report& report, const ExperimentColumns& columns) {
  json values = json::array();
  for (const MetricSamples& metric : report.metrics) values.push_back(means_of(metric));
  std::vector<std::size_t> counts;
  std::vector<std::int64_t> repetitions;
  std::string keys, status;
  bool in_order = true;
  for (const auto& runs : report.set.runs) {
    counts.push_back(runs.size());
    std::int64_t next = 0;
    for (const StoredRun* run : runs) {
      keys += fmt::format("{:<{}}", run->key.substr(0, short_key), short_key);
      status += letter_of(run->status);
      in_order = in_order && run->repetition == next++;
      repetitions.push_back(run->repetition);
    }
  }
  return {{"columns", packed(columns.fields)},
          {"epsilons", packed(columns.epsilons)},
          {"alphabet", alphabet},
          {"values", std::move(values)},
          {"runs", counts},
          {"keys", std::move(keys)},
          {"status", std::move(status)},
          {"repetition", in_order ? json(0) : json(repetitions)}};
}

}  // namespace dpsco
