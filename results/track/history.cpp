#include "results/track/history.hpp"

#include <cmath>
#include <map>
#include <set>
#include <sqlite3.h>

#include <fmt/format.h>

#include "framework/core/canonical_json.hpp"
#include "framework/core/check.hpp"
#include "framework/core/hashing.hpp"
#include "results/compare/bootstrap.hpp"

namespace dpsco {

namespace {

/// Builds after which a change point is history and no news.
constexpr std::size_t news = 8;

constexpr const char* schema =
    "CREATE TABLE IF NOT EXISTS history ("
    "machine TEXT NOT NULL, series TEXT NOT NULL, unit TEXT NOT NULL, recorded TEXT NOT NULL, "
    "commit_id TEXT NOT NULL, value REAL NOT NULL) STRICT";

/// A prepared statement that finalises itself.
class Statement {
 public:
  Statement(sqlite3* database, const char* sql) : database_(database) {
    check(sqlite3_prepare_v2(database, sql, -1, &held_, nullptr), SQLITE_OK);
  }
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;
  Statement(Statement&&) = delete;
  Statement& operator=(Statement&&) = delete;
  ~Statement() { sqlite3_finalize(held_); }

  void bind(int place, std::string_view text) {
    check(sqlite3_bind_text(held_, place, text.data(), int(text.size()), SQLITE_TRANSIENT),
          SQLITE_OK);
  }
  void bind(int place, double number) {
    check(sqlite3_bind_double(held_, place, number), SQLITE_OK);
  }
  /// Runs to the end, for statements without rows, and may be bound again.
  void run() {
    check(sqlite3_step(held_), SQLITE_DONE);
    check(sqlite3_reset(held_), SQLITE_OK);
  }
  /// The next row, or false.
  bool row() {
    const int code = sqlite3_step(held_);
    if (code != SQLITE_ROW) check(code, SQLITE_DONE);
    return code == SQLITE_ROW;
  }
  std::string text(int column) {
    const unsigned char* const found = sqlite3_column_text(held_, column);
    const int size = sqlite3_column_bytes(held_, column);
    return {found, found + size};
  }
  double number(int column) { return sqlite3_column_double(held_, column); }

 private:
  void check(int code, int expected) const {
    require(code == expected, "history: {}", sqlite3_errmsg(database_));
  }
  sqlite3* database_;
  sqlite3_stmt* held_ = nullptr;
};

void execute(sqlite3* database, const char* sql, const std::filesystem::path& file) {
  const int code = sqlite3_exec(database, sql, nullptr, nullptr, nullptr);
  require(code == SQLITE_OK, "{}: {}", file.string(), sqlite3_errmsg(database));
}

/// Whether a step of this series is a regression.
bool is_bad(const std::string& series, double step) {
  if (series.find("epsilon/") != std::string::npos) return true;
  return series.ends_with("accuracy") ? step < 0 : step > 0;
}

TrackCase series_case(const HistorySeries& series, const ChangePointOptions& options) {
  TrackCase found{.kind = "history",
                  .subject = fmt::format("{} on {}", series.series, series.machine)};
  std::vector<double> values;
  for (const HistoryPoint& point : series.points) values.push_back(point.value);
  const std::vector<ChangePoint> changes = change_points(values, options);
  if (changes.empty()) return found;
  const ChangePoint& last = changes.back();
  const std::size_t age = values.size() - last.at;
  found.before = last.before;
  found.after = last.after;
  found.what =
      fmt::format("{:.6g} -> {:.6g} {} ({:+.2f} %, p = {:.1g}) at {} of {}, {} of {} builds ago",
                  last.before,
                  last.after,
                  series.unit,
                  100 * (last.after - last.before) / std::abs(last.before),
                  last.p,
                  series.points[last.at].commit,
                  series.points[last.at].recorded,
                  age,
                  values.size());
  if (changes.size() > 1)
    found.what += fmt::format("; {} change points before it", changes.size() - 1);
  if (age > news) {
    found.verdict = Verdict::advisory;
  } else {
    found.verdict =
        is_bad(series.series, last.after - last.before) ? Verdict::regression : Verdict::improved;
  }
  return found;
}

}  // namespace

void History::Close::operator()(sqlite3* database) const {
  sqlite3_close(database);
}

History::History(const std::filesystem::path& file) : file_(file) {
  sqlite3* opened = nullptr;
  const int code = sqlite3_open(file.c_str(), &opened);
  database_.reset(opened);
  require(
      code == SQLITE_OK, "can't open the history {}: {}", file.string(), sqlite3_errmsg(opened));
  sqlite3_busy_timeout(opened, 10'000);
  execute(opened, schema, file_);
}

void History::append(std::string_view machine,
                     std::string_view recorded,
                     std::string_view commit,
                     const std::vector<HistoryValue>& values) {
  execute(database_.get(), "BEGIN IMMEDIATE", file_);
  try {
    Statement insert(database_.get(), "INSERT INTO history VALUES (?, ?, ?, ?, ?, ?)");
    for (const HistoryValue& each : values) {
      if (!std::isfinite(each.value)) continue;
      insert.bind(1, machine);
      insert.bind(2, each.series);
      insert.bind(3, each.unit);
      insert.bind(4, recorded);
      insert.bind(5, commit);
      insert.bind(6, each.value);
      insert.run();
    }
  } catch (...) {
    sqlite3_exec(database_.get(), "ROLLBACK", nullptr, nullptr, nullptr);
    throw;
  }
  execute(database_.get(), "COMMIT", file_);
}

std::vector<HistorySeries> History::series(std::string_view only) const {
  std::map<std::pair<std::string, std::string>, HistorySeries> found;
  Statement select(database_.get(),
                   "SELECT machine, series, unit, recorded, commit_id, value FROM history "
                   "ORDER BY recorded, rowid");
  while (select.row()) {
    const std::string machine = select.text(0), series = select.text(1);
    if (series.find(only) == std::string::npos) continue;
    HistorySeries& own = found[{machine, series}];
    own.machine = machine;
    own.series = series;
    own.unit = select.text(2);
    own.points.push_back({select.text(3), select.text(4), select.number(5)});
  }
  std::vector<HistorySeries> all;
  all.reserve(found.size());
  for (auto& [key, series] : found) all.push_back(std::move(series));
  return all;
}

std::string machine_key(const nlohmann::json& environment) {
  return sha256_hex(canonical_json(environment.at("machine"))).substr(0, 16);
}

void append_values(const BaselineSetting& setting, std::vector<HistoryValue>& values) {
  std::map<std::string, std::vector<double>> metrics;
  std::map<std::string, double> epsilons;
  for (const BaselineRun& run : setting.runs) {
    for (const auto& [metric, value] : run.metrics) metrics[metric].push_back(value);
    for (const auto& [accountant, epsilon] : run.epsilons)
      epsilons[accountant] = std::max(epsilons[accountant], epsilon);
  }
  for (const auto& [metric, found] : metrics)
    values.push_back({setting.name + ": " + metric, "median", median_of(found)});
  for (const auto& [accountant, epsilon] : epsilons)
    values.push_back({setting.name + ": epsilon/" + accountant, "nats", epsilon});
}

void track_history(const History& history,
                   std::string_view only,
                   const ChangePointOptions& options,
                   TrackReport& report) {
  std::size_t too_short = 0;
  for (const HistorySeries& series : history.series(only)) {
    if (series.points.size() < options.least) {
      ++too_short;
    } else {
      report.cases.push_back(series_case(series, options));
    }
  }
  if (too_short > 0)
    report.notes.push_back(
        fmt::format("history: {} series have fewer than {} builds and were not looked at",
                    too_short,
                    options.least));
  report.notes.push_back(
      fmt::format("history: change points by E-divisive means with a t test, p <= {:g}; a change "
                  "of the last {} "
                  "builds gates, an older one is shown",
                  options.level,
                  news));
}

}  // namespace dpsco
