#include "results/journal/run_line.hpp"

#include <algorithm>

#include <fmt/chrono.h>

#include "results/journal/json_line.hpp"

namespace dpsco {

namespace {

void append_parameters(JsonLine& line, const Parameters& parameters) {
  line.open("parameters");
  for (const auto& [name, value] : parameters) {
    if (const auto* number = std::get_if<double>(&value)) {
      line.number(name, *number);
    } else if (const auto* whole = std::get_if<std::int64_t>(&value)) {
      line.whole(name, *whole);
    } else {
      line.text(name, std::get<std::string>(value));
    }
  }
  line.close();
}

void append_what(JsonLine& line, const Record& record) {
  const Cell& cell = record.cell;
  line.open("algorithm");
  line.text("name", cell.algorithm.name);
  append_parameters(line, cell.algorithm.parameters);
  line.close();
  line.open("data");
  line.text("name", cell.data.name);
  append_parameters(line, cell.data.parameters);
  line.whole("n", record.n);
  line.whole("d", record.d);
  if (!record.data_hash.empty()) line.text("hash", record.data_hash);
  line.close();
  line.open("loss");
  line.text("name", cell.loss.name);
  append_parameters(line, cell.loss.parameters);
  line.close();
  line.open("privacy");
  line.number("epsilon", cell.target.epsilon);
  line.number("delta", cell.target.delta);
  line.text("adjacency", name(cell.target.adjacency));
  line.text("calibrate", cell.calibrate);
  line.close();
  line.whole("repetition", cell.repetition);
  line.text("seed", fmt::format_int(cell.seed).c_str());  // 64 bits do not fit a JSON double
}

void append_accounts(JsonLine& line, const Record& record) {
  line.open("accounts");
  for (const auto& [accountant, price] : record.accounts) {
    line.open(accountant);
    if (price) {
      line.number("epsilon", price->epsilon);
      line.text("direction", name(price->direction));
      if (price->epsilon_lower) line.number("lower", *price->epsilon_lower);
      if (!price->note.empty()) line.text("note", price->note);
    } else {
      line.text("unsupported", price.skip().reason);
    }
    line.close();
  }
  line.close();
}

void append_numbers(JsonLine& line, const Record& record) {
  line.open("metrics");
  for (const auto& [name, outcome] : record.metrics)
    if (outcome) line.number(name, *outcome);
  line.close();
  line.open("bounds");
  for (const auto& [name, outcome] : record.bounds)
    if (outcome) line.number(name, *outcome);
  line.close();
  if (!record.bound_versions.empty()) {
    line.open("bound_versions");
    for (const auto& [name, version] : record.bound_versions) line.whole(name, version);
    line.close();
  }
  const bool has_terms = std::any_of(record.bound_terms.begin(),
                                     record.bound_terms.end(),
                                     [](const auto& bound) { return !bound.second.empty(); });
  if (has_terms) line.open("bound_terms");
  for (const auto& [name, terms] : record.bound_terms) {
    if (terms.empty()) continue;
    line.open(name);
    for (const auto& [term, value] : terms) line.number(term, value);
    line.close();
  }
  if (has_terms) line.close();
  std::map<std::string, std::string> uncovered;  // named here, since a line borrows its names
  for (const auto& [name, outcome] : record.bounds)
    if (!outcome) uncovered["bound/" + name] = outcome.skip().reason;
  line.open("missing");
  for (const auto& [name, outcome] : record.metrics)
    if (!outcome) line.text(name, outcome.skip().reason);
  for (const auto& [name, reason] : uncovered) line.text(name, reason);
  line.close();
  append_accounts(line, record);
  line.open("schedule");
  for (const auto& [name, value] : record.schedule) line.number(name, value);
  line.close();
}

void append_time(JsonLine& line, const Timing& timing) {
  line.open("time");
  line.text("mode", timing.isolated ? "isolated" : "throughput");
  line.number("wall", timing.wall);
  line.number("cpu", timing.cpu);
  if (timing.wait) line.number("wait", *timing.wait);
  line.whole("voluntary_switches", timing.voluntary_switches);
  line.whole("involuntary_switches", timing.involuntary_switches);
  if (timing.pressure) line.number("pressure", *timing.pressure);
  line.text("quality", timing.quality);
  line.close();
}

}  // namespace

std::string utc_text(std::chrono::system_clock::time_point time) {
  using std::chrono::microseconds;
  const auto since = std::chrono::floor<microseconds>(time.time_since_epoch());
  const auto seconds = std::chrono::floor<std::chrono::seconds>(since);
  return fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:06}Z",
                     fmt::gmtime(std::time_t(seconds.count())),
                     (since - seconds).count());
}

void append_trajectory_line(std::string& out, const Record& record) {
  std::vector<std::string> rounds;  // named here, since a line borrows its names
  for (const TrajectoryPoint& point : record.trajectory)
    rounds.push_back(std::to_string(point.round));
  JsonLine line(out);
  line.text("kind", "trajectory");
  line.text("key", record.cell.key);
  line.text("label", record.cell.label);
  line.open("rounds");
  auto name = rounds.begin();
  for (const TrajectoryPoint& point : record.trajectory) {
    line.open(*name++);
    for (const auto& [what, value] : point.values) line.number(what, value);
    line.close();
  }
  line.close();
  line.finish();
}

void append_run_line(std::string& out,
                     const Record& record,
                     std::string_view suite,
                     std::string_view ledger_hash) {
  const Cell& cell = record.cell;
  JsonLine line(out);
  line.text("kind", "run");
  line.whole("v", journal_schema);
  line.text("key", cell.key);
  line.text("problem_key", cell.problem_key);
  line.text("status", name(record.status));
  line.text("reason", record.reason);
  line.text("suite", suite);
  line.text("label", cell.label);
  append_what(line, record);
  append_numbers(line, record);
  if (!ledger_hash.empty()) line.text("ledger_hash", ledger_hash);
  if (record.optimum_gap) line.number("optimum_gap", *record.optimum_gap);
  line.open("marks");
  line.text("radius", record.radius_mark);
  line.close();
  append_time(line, record.timing);
  line.whole("gradients", record.gradients);
  line.text("digest", record.digest);
  if (record.started) line.text("started", utc_text(*record.started));
  if (record.finished) line.text("finished", utc_text(*record.finished));
  line.finish();
}

}  // namespace dpsco
