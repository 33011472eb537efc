#include "results/report/line_chart_builder.hpp"

#include <algorithm>
#include <iterator>
#include <set>

#include <fmt/format.h>

#include "results/report/words.hpp"

namespace dpsco {

namespace {

/// Repetitions that failed in every column are none of the units that are resampled.
LogLogSlope slope_of(const std::vector<std::pair<double, const ExperimentMean*>>& points,
                     const RunValue& value) {
  std::map<std::pair<std::string, std::int64_t>, std::size_t> repetitions;
  const auto number_of = [&](const StoredRun* run) {
    return run->status == Status::ok ? value.of(*run) : std::nullopt;
  };
  for (const auto& [x, sample] : points)
    for (const StoredRun* run : sample->runs)
      if (number_of(run)) repetitions.try_emplace({run->seed, run->repetition}, 0);
  std::size_t next = 0;
  for (auto& [repetition, place] : repetitions) place = next++;
  std::vector<SlopeColumn> columns;
  for (const auto& [x, sample] : points) {
    SlopeColumn column{x, std::vector<double>(repetitions.size(), std::nan(""))};
    for (const StoredRun* run : sample->runs)
      if (const auto number = number_of(run))
        column.by_repetition[repetitions.at({run->seed, run->repetition})] = *number;
    columns.push_back(std::move(column));
  }
  return slope_with_interval(columns);
}

}  // namespace

bool LineChartBuilder::has_line(const std::vector<std::size_t>& experiments) {
  bool any = false;
  for (const std::size_t i : experiments) {
    const std::string name = series_text(series_, i);
    auto& members = members_[name];
    if (members.empty()) order_.push_back(name);
    members.push_back(i);
  }
  for (const auto& [name, members] : members_)
    any = any || std::count_if(members.begin(), members.end(), [&](std::size_t i) {
                   return query_.samples[i].mean.has_value();
                 }) > 1;
  return any;
}

Chart LineChartBuilder::build() {
  if (query_.best_settings && order_.size() > most_lines) keep_best_settings();
  for (const std::string& name : order_) add_line(name, members_[name]);
  keep_readable();
  for (ChartLine& line : chart_.lines) line.style = style_of_line(line.name);
  for (const BoundSamples& bound : query_.bounds) add_bound(bound);
  set_axes();
  return std::move(chart_);
}

/// A method's best settings look like the method.
std::size_t LineChartBuilder::style_of_line(const std::string& name) {
  const auto tuned = method_of_tuned_.find(name);
  return styles_.of(tuned == method_of_tuned_.end() ? name : tuned->second);
}

ChartLine LineChartBuilder::line_of(const std::vector<std::size_t>& members,
                                    const std::vector<ExperimentMean>& samples) const {
  ChartLine line;
  for (const std::size_t i : members) {
    const ExperimentMean& sample = samples[i];
    const auto x = x_.number(i);
    if (x && sample.mean)
      line.points.push_back({*x, *sample.mean, sample.interval, sample.ok, sample.failed});
  }
  std::sort(line.points.begin(), line.points.end(), [](const auto& a, const auto& b) {
    return a.x < b.x;
  });
  return line;
}

void LineChartBuilder::add_line(const std::string& name, const std::vector<std::size_t>& members) {
  ChartLine line = line_of(members, query_.samples);
  line.name = name;
  note_missing(name, members);
  if (line.points.empty()) return;
  std::vector<std::pair<double, const ExperimentMean*>> points;
  for (const std::size_t i : members)
    if (x_.number(i) && query_.samples[i].mean)
      points.emplace_back(*x_.number(i), &query_.samples[i]);
  std::sort(points.begin(), points.end());
  if (points.size() > 1) line.slope = slope_of(points, query_.numbers);
  chart_.lines.push_back(std::move(line));
}

void LineChartBuilder::note_missing(const std::string& name,
                                    const std::vector<std::size_t>& members) {
  std::vector<std::string> where;
  std::string reason;
  std::size_t failed = 0;
  for (const std::size_t i : members) {
    const ExperimentMean& sample = query_.samples[i];
    failed += sample.failed;
    if (sample.mean) continue;
    if (reason.empty()) reason = sample.reason;
    where.push_back(x_.text(i));
  }
  if (!where.empty())
    chart_.notes.push_back(
        where.size() == members.size()
            ? fmt::format("{} has no value here ({})", name, reason)
            : fmt::format("{} has no value at {} ({})", name, listed(where), reason));
  if (failed > 0)
    chart_.notes.push_back(fmt::format("{}: {} runs failed and are in no mean", name, failed));
}

/// As the tables' best_over: fewest failures first, then the best mean.
bool LineChartBuilder::is_better(std::size_t a, std::size_t b) const {
  const ExperimentMean &one = query_.samples[a], &other = query_.samples[b];
  if (one.mean.has_value() != other.mean.has_value()) return one.mean.has_value();
  if (!one.mean.has_value() || one.failed != other.failed) return one.failed < other.failed;
  return query_.numbers.larger_is_better ? *one.mean > *other.mean : *one.mean < *other.mean;
}

/// One line a method: at each x its best setting. An oracle may also choose an untuned one, as in
/// the tables (untuned_for_oracles).
void LineChartBuilder::keep_best_settings() {
  std::vector<std::string> methods;
  std::map<std::string, std::vector<std::string>> settings;  // names of lines
  for (const std::string& name : order_) {
    const std::string method = series_.front()->text(members_[name].front());
    if (settings[method].empty()) methods.push_back(method);
    settings[method].push_back(name);
  }
  order_.clear();
  std::size_t most = 1;
  bool pooled = false;
  for (const std::string& method : methods) {
    std::vector<std::string> names = settings[method];
    if (const auto [base, tuning] = method_and_tuning(method); tuning == oracle_tuned)
      if (const auto plain = settings.find(std::string(base)); plain != settings.end()) {
        names.insert(names.end(), plain->second.begin(), plain->second.end());
        pooled = true;
      }
    if (names.size() == 1) {
      order_.push_back(names.front());
      continue;
    }
    most = std::max(most, names.size());
    std::map<double, std::size_t> best;
    std::vector<std::set<int>> codes(series_.size());
    for (const std::string& name : names)
      for (const std::size_t i : members_[name]) {
        for (std::size_t k = 0; k < series_.size(); ++k) codes[k].insert(series_[k]->code[i]);
        const auto [place, fresh] = best.emplace(*x_.number(i), i);
        if (!fresh && is_better(i, place->second)) place->second = i;
      }
    std::vector<std::string> varied;
    for (std::size_t k = 1; k < series_.size(); ++k)
      if (codes[k].size() > 1) varied.push_back(short_name(series_[k]->name));
    const std::string name =
        fmt::format("{}, best {}", method, varied.empty() ? "setting" : listed(varied));
    for (const auto& [x, i] : best) members_[name].push_back(i);
    method_of_tuned_[name] = method;
    order_.push_back(name);
  }
  chart_.notes.push_back(
      fmt::format("best: at each point the setting, of up to {}, with the best mean of these very "
                  "runs: optimistic, and the privacy of choosing is not paid for{}",
                  most,
                  pooled ? "; oracle-tuned may also be the untuned setting" : ""));
}

/// Of too many lines keeps one of each method before a second of any, and of methods those first
/// that have one setting: ten settings of one method would hide all others.
void LineChartBuilder::keep_readable() {
  if (chart_.lines.size() <= most_lines) return;
  const auto method_of = [&](const ChartLine& line) {
    return series_.front()->text(members_.at(line.name).front());
  };
  std::map<std::string, std::size_t> settings, seen;
  for (const ChartLine& line : chart_.lines) ++settings[method_of(line)];
  std::vector<std::pair<std::size_t, std::size_t>> turns;  // turn, place
  for (std::size_t k = 0; k < chart_.lines.size(); ++k) {
    const std::string method = method_of(chart_.lines[k]);
    turns.emplace_back(settings[method] == 1 ? 0 : ++seen[method], k);
  }
  std::sort(turns.begin(), turns.end());
  turns.resize(most_lines);
  std::sort(
      turns.begin(), turns.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  const std::size_t further = chart_.lines.size() - most_lines;
  std::vector<ChartLine> kept;
  order_.clear();  // bounds too are drawn for these alone
  for (const auto& [turn, place] : turns) {
    order_.push_back(chart_.lines[place].name);
    kept.push_back(std::move(chart_.lines[place]));
  }
  chart_.lines = std::move(kept);
  chart_.notes.push_back(fmt::format("{} further {} not drawn: choose with --where",
                                     further,
                                     further == 1 ? "line is" : "lines are"));
}

void LineChartBuilder::add_bound(const BoundSamples& bound) {
  std::vector<ChartLine> lines;
  for (const std::string& name : order_) {
    ChartLine line = line_of(members_[name], bound.samples);
    if (line.points.empty()) continue;
    for (ChartPoint& point : line.points) point.band.reset();  // a promise has no spread
    line.style = style_of_line(name);
    line.dashed = true;
    line.name = name;
    lines.push_back(std::move(line));
  }
  if (bound.shape_only) {
    if (!lines.empty())
      chart_.notes.push_back(
          fmt::format("bound {} is not drawn: it claims a shape, but no constants", bound.name));
    return;
  }
  for (ChartLine& line : lines) {
    line.name = lines.size() == 1 ? "bound " + bound.name
                                  : fmt::format("bound {}, {}", bound.name, line.name);
    chart_.lines.push_back(std::move(line));
  }
}

void LineChartBuilder::set_axes() {
  std::vector<double> xs, ys, positive;
  for (const ChartLine& line : chart_.lines) {
    for (const ChartPoint& point : line.points) {
      xs.push_back(point.x);
      ys.push_back(point.y);
    }
  }
  std::copy_if(ys.begin(), ys.end(), std::back_inserter(positive), [](double y) { return y > 0; });
  // A few values at or below zero don't force a scale on which the others are one line.
  const bool log = positive.size() * 5 >= ys.size() * 4 &&
                   *std::max_element(positive.begin(), positive.end()) >=
                       3 * *std::min_element(positive.begin(), positive.end());
  if (log && positive.size() < ys.size()) drop_below_zero();
  const std::vector<double>& centres = log ? positive : ys;
  const double least = *std::min_element(centres.begin(), centres.end());
  // An accuracy is a share: what an interval has beyond 0 and 1 needs no room.
  const bool share =
      query_.numbers.larger_is_better && *std::max_element(ys.begin(), ys.end()) <= 1;
  std::vector<double> all = centres;
  for (const ChartLine& line : chart_.lines) {
    for (const ChartPoint& point : line.points) {
      if (!point.band) continue;
      all.push_back(share ? std::min(point.band->high, 1.0) : point.band->high);
      // A band that reaches zero would stretch a log axis without end.
      if (!log || point.band->low > least / 3)
        all.push_back(share ? std::max(point.band->low, 0.0) : point.band->low);
    }
  }
  chart_.y = value_axis(query_.y_title, all, log);
  chart_.x = sweep_axis("", xs);
  if (!chart_.x.log || !chart_.y.log)
    for (ChartLine& line : chart_.lines) line.slope.reset();
}

void LineChartBuilder::drop_below_zero() {
  for (ChartLine& line : chart_.lines) {
    for (const ChartPoint& point : line.points)
      if (!(point.y > 0))
        chart_.notes.push_back(fmt::format("{} at {} is {:.3g}, which a log axis can't show",
                                           line.name,
                                           tick_text(point.x),
                                           point.y));
    std::erase_if(line.points, [](const ChartPoint& point) { return !(point.y > 0); });
  }
  std::erase_if(chart_.lines, [](const ChartLine& line) { return line.points.empty(); });
}

}  // namespace dpsco
