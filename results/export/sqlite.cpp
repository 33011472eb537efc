#include <cmath>
#include <sqlite3.h>
#include <string_view>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "framework/core/canonical_json.hpp"
#include "framework/core/check.hpp"
#include "results/export/export.hpp"

namespace dpsco {

namespace {

constexpr const char* schema = R"sql(
PRAGMA journal_mode = OFF;
PRAGMA synchronous = OFF;
CREATE TABLE environments (
  env_key TEXT PRIMARY KEY, build TEXT, machine TEXT, state TEXT
) STRICT, WITHOUT ROWID;
CREATE TABLE runs (
  key TEXT PRIMARY KEY, problem_key TEXT, digest TEXT, status TEXT NOT NULL, reason TEXT,
  suite TEXT, label TEXT NOT NULL, algorithm TEXT NOT NULL, data TEXT NOT NULL, data_hash TEXT,
  loss TEXT NOT NULL, n INTEGER, d INTEGER, epsilon REAL NOT NULL, delta REAL NOT NULL,
  adjacency TEXT NOT NULL, calibrate TEXT, repetition INTEGER NOT NULL, seed TEXT NOT NULL,
  parameters TEXT NOT NULL, radius_mark TEXT, optimum_gap REAL, gradients INTEGER NOT NULL,
  ledger_hash TEXT, started TEXT, finished TEXT, build TEXT, env_key TEXT
) STRICT, WITHOUT ROWID;
CREATE TABLE metrics (
  key TEXT NOT NULL REFERENCES runs, kind TEXT NOT NULL, name TEXT NOT NULL, value REAL,
  missing TEXT, PRIMARY KEY (key, kind, name)
) STRICT, WITHOUT ROWID;
CREATE TABLE accounts (
  key TEXT NOT NULL REFERENCES runs, accountant TEXT NOT NULL, delta REAL NOT NULL, epsilon REAL,
  lower REAL, direction TEXT, note TEXT, unsupported TEXT, PRIMARY KEY (key, accountant, delta)
) STRICT, WITHOUT ROWID;
CREATE TABLE timings (
  key TEXT PRIMARY KEY REFERENCES runs, mode TEXT NOT NULL, wall REAL NOT NULL, cpu REAL NOT NULL,
  wait REAL, voluntary_switches INTEGER NOT NULL, involuntary_switches INTEGER NOT NULL,
  pressure REAL, quality TEXT NOT NULL, env_key TEXT
) STRICT, WITHOUT ROWID;
BEGIN;
)sql";

class Database {
 public:
  explicit Database(const std::filesystem::path& file) {
    const int code = sqlite3_open(file.c_str(), &handle_);
    if (code != SQLITE_OK) {
      const std::string why = sqlite3_errstr(code);
      sqlite3_close(handle_);
      throw ConfigError(fmt::format("can't create {}: {}", file.string(), why));
    }
  }
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;
  Database(Database&&) = delete;
  Database& operator=(Database&&) = delete;
  ~Database() { sqlite3_close(handle_); }

  void run(const char* sql) { check(sqlite3_exec(handle_, sql, nullptr, nullptr, nullptr)); }
  void check(int code) const {
    require(code == SQLITE_OK || code == SQLITE_DONE, "SQLite: {}", sqlite3_errmsg(handle_));
  }
  sqlite3* handle() { return handle_; }

 private:
  sqlite3* handle_ = nullptr;
};

/// INSERT into one table, prepared once: add(...) takes its columns in order.
class Insert {
 public:
  Insert(Database& database, const char* table, int columns) : database_(database) {
    std::string sql = fmt::format("INSERT INTO {} VALUES (?", table);
    for (int i = 1; i < columns; ++i) sql += ",?";
    sql += ')';
    database.check(sqlite3_prepare_v2(database.handle(), sql.c_str(), -1, &statement_, nullptr));
  }
  Insert(const Insert&) = delete;
  Insert& operator=(const Insert&) = delete;
  Insert(Insert&&) = delete;
  Insert& operator=(Insert&&) = delete;
  ~Insert() { sqlite3_finalize(statement_); }

  void add(const auto&... values) {
    int at = 0;
    (database_.check(bind(++at, values)), ...);
    database_.check(sqlite3_step(statement_));
    database_.check(sqlite3_reset(statement_));
  }

 private:
  /// An empty text is NULL: the journal has no other word for "none". The text must live until the
  /// step.
  int bind(int at, std::string_view text) {
    if (text.empty()) return sqlite3_bind_null(statement_, at);
    return sqlite3_bind_text(statement_, at, text.data(), int(text.size()), SQLITE_STATIC);
  }
  int bind(int at, const std::string& text) { return bind(at, std::string_view(text)); }
  int bind(int at, const char* text) { return bind(at, std::string_view(text)); }
  int bind(int at, double number) { return sqlite3_bind_double(statement_, at, number); }
  int bind(int at, std::int64_t number) { return sqlite3_bind_int64(statement_, at, number); }
  int bind(int at, const std::optional<double>& number) {
    return number ? bind(at, *number) : sqlite3_bind_null(statement_, at);
  }
  int bind(int at, const std::optional<std::int64_t>& number) {
    return number ? bind(at, *number) : sqlite3_bind_null(statement_, at);
  }

  Database& database_;
  sqlite3_stmt* statement_ = nullptr;
};

std::string parameters_json(const StoredRun& run) {
  nlohmann::json json = nlohmann::json::object();
  for (const auto& [name, value] : run.parameters)
    std::visit([&, &key = name](const auto& held) { json[key] = held; }, value);
  return canonical_json(json);
}

std::optional<std::int64_t> size_or_none(double size) {
  return size > 0 ? std::optional(std::int64_t(size)) : std::nullopt;
}

void add_run(Insert& insert, const StoredRun& run) {
  insert.add(run.key,
             run.problem_key,
             run.digest,
             name(run.status),
             run.reason,
             run.suite,
             run.label,
             run.algorithm,
             run.data,
             run.data_hash,
             run.loss,
             size_or_none(run.n),
             size_or_none(run.d),
             run.target.epsilon,
             run.target.delta,
             name(run.target.adjacency),
             run.calibrate,
             run.repetition,
             run.seed,
             parameters_json(run),
             run.radius_mark,
             run.optimum_gap,
             run.gradients,
             run.ledger_hash,
             run.started,
             run.finished,
             run.build,
             run.env_key);
}

void add_metrics(Insert& insert, const StoredRun& run) {
  const auto add = [&](const char* kind, const Numbers& numbers) {
    for (const auto& [name, value] : numbers)  // SQLite makes NaN NULL: then its reason says it
      insert.add(run.key, kind, name, value, std::isnan(value) ? "not a number" : "");
  };
  add("metric", run.metrics);
  add("bound", run.bounds);
  add("schedule", run.schedule);
  constexpr std::string_view bound = "bound/";
  for (const auto& [name, reason] : run.missing) {
    const bool is_bound = name.starts_with(bound);
    insert.add(run.key,
               is_bound ? "bound" : "metric",
               is_bound ? name.substr(bound.size()) : name,
               std::optional<double>(),
               reason);
  }
}

void add_price(Insert& insert,
               const StoredRun& run,
               std::string_view accountant,
               double delta,
               const StoredPrice& price) {
  insert.add(run.key,
             accountant,
             delta,
             price.epsilon,
             price.lower,
             price.epsilon ? price.direction : std::string(),
             price.note,
             price.unsupported);
}

void add_accounts(Insert& insert, const StoredRun& run) {
  const double delta = run.target.delta;
  for (const auto& [accountant, epsilon] : run.epsilons)
    add_price(insert, run, accountant, delta, *price_at(run, accountant, delta));
  for (const auto& [accountant, reason] : run.unsupported)
    add_price(insert, run, accountant, delta, *price_at(run, accountant, delta));
  for (const auto& [name, price] : run.priced) {
    const std::size_t at = name.rfind('@');
    add_price(insert, run, name.substr(0, at), std::stod(name.substr(at + 1)), price);
  }
}

void add_environments(Insert& insert, const Journal& journal) {
  for (const auto& [key, text] : journal.environments) {
    const nlohmann::json json = nlohmann::json::parse(text);
    const auto part = [&](const char* name) {
      const auto found = json.find(name);
      return found == json.end() ? std::string() : found->dump();
    };
    insert.add(key, part("build"), part("machine"), part("state"));
  }
}

}  // namespace

void write_sqlite(const std::filesystem::path& file,
                  const Journal& journal,
                  std::span<const StoredRun* const> runs) {
  Database database(file);
  database.run(schema);
  {
    Insert environments(database, "environments", 4), all(database, "runs", 28),
        metrics(database, "metrics", 5), accounts(database, "accounts", 8),
        timings(database, "timings", 10);
    add_environments(environments, journal);
    for (const StoredRun* run : runs) {
      add_run(all, *run);
      add_metrics(metrics, *run);
      add_accounts(accounts, *run);
      timings.add(run->key,
                  run->isolated ? "isolated" : "throughput",
                  run->wall,
                  run->cpu,
                  run->wait,
                  run->voluntary_switches,
                  run->involuntary_switches,
                  run->pressure,
                  run->quality.empty() ? "unknown" : run->quality.c_str(),
                  run->env_key);
    }
  }
  database.run("CREATE INDEX runs_by_label ON runs (label, d, epsilon); COMMIT;");
}

}  // namespace dpsco
