#include "framework/runner/evaluate.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "framework/core/check.hpp"
#include "framework/runner/assess.hpp"
#include "framework/runner/digest.hpp"
#include "framework/runner/gauges.hpp"
#include "framework/runner/trajectory.hpp"

namespace dpsco {

namespace {

bool is_finite(const std::vector<double>& values) {
  return std::all_of(values.begin(), values.end(), [](double v) { return std::isfinite(v); });
}

/// A number that is not one never reaches a table.
void diverge(Record& record, std::string reason) {
  record.status = Status::diverged;
  record.reason = std::move(reason);
  record.metrics.clear();
}

/// The promise's value; its terms go to `terms`.
Outcome<double> total(const Outcome<Promise>& promise,
                      std::vector<std::pair<std::string, double>>& terms) {
  if (!promise) return promise.skip();
  terms = promise->terms;
  return promise->value;
}

void add_bounds(const PreparedProblem& prepared,
                const Plan& plan,
                const Toolbox& tools,
                Record& record) {
  const Truth& truth = prepared.truth;
  const std::vector<double>* comparator = nullptr;
  if (!truth.population_minimiser.empty()) {
    comparator = &truth.population_minimiser;
  } else if (truth.optimum) {
    comparator = &truth.optimum->w;
  }
  for (const std::string& name : record.cell.bounds) {
    const Bound& bound = tools.bound(name);
    record.bound_versions[name] = tools.catalog().bounds.entry(name).card.version;
    record.bounds.emplace(
        name,
        comparator != nullptr
            ? total(bound.value({.facts = prepared.problem.facts,
                                 .target = record.cell.target,
                                 .comparator_norm = norm(*comparator),
                                 .plan = &plan,
                                 .algorithm = record.cell.algorithm.name,
                                 .parameters = &record.cell.algorithm.parameters}),
                    record.bound_terms[name])
            : Outcome<double>(Skip{"the norm of the point compared with is unknown: the data have "
                                   "no population and no metric asked for the optimum"}));
  }
}

/// Runs the plan under the gauges. Returns false, with status and reason, if it did not get
/// through.
bool run(const PreparedProblem& prepared,
         const Plan& plan,
         const Toolbox& tools,
         const RunLimits& limits,
         const StopControl& stop,
         Record& record,
         Solution& solution) {
  const Cell& cell = record.cell;
  const Streams streams(cell.seed, cell.shared_key, cell.stream_key);
  Trajectory trajectory(prepared, tools, cell.metrics, limits.looks);
  const Stopwatch watch;
  RunContext context(
      streams,
      [&] {
        return stop.interrupting() ||
               (limits.timeout > 0 && watch.elapsed() - trajectory.wall() >= limits.timeout);
      },
      limits.threads,
      limits.looks > 0 ? &trajectory : nullptr);
  solution = plan.run(prepared.problem, context);
  record.timing = watch.stop(limits.isolated);
  record.timing.wall -= trajectory.wall();
  record.timing.cpu -= trajectory.cpu();
  record.trajectory = trajectory.take();
  price_trajectory(record.trajectory, plan, cell, tools);
  record.gradients = solution.gradients;

  if (context.interrupted() && stop.interrupting()) {
    record.status = Status::cancelled;
    record.reason = "stopped on request";
    return false;
  }
  // A method that never asks finishes late; a deadline that only binds the polite is none.
  if (context.interrupted() || (limits.timeout > 0 && record.timing.wall > limits.timeout)) {
    record.status = Status::timeout;
    record.reason = fmt::format("ran past its deadline of {} s", limits.timeout);
    return false;
  }
  require(Index(solution.w.size()) == record.d,
          "algorithm '{}' returned {} coordinates for d = {}",
          cell.algorithm.name,
          solution.w.size(),
          record.d);
  if (!is_finite(solution.w)) {
    diverge(record, "the solution is not finite");
    return false;
  }
  return true;
}

void measure(const PreparedProblem& prepared,
             const Solution& solution,
             const Toolbox& tools,
             Record& record) {
  for (const std::string& name : record.cell.metrics) {
    const Metric& metric = tools.metric(name);
    if (metric.needs_optimum()) {
      if (!prepared.truth.optimum) {
        record.metrics.emplace(
            name,
            Skip{prepared.no_optimum.empty() ? "the reference optimum was not computed"
                                             : prepared.no_optimum});
        continue;
      }
      record.optimum_gap = prepared.truth.optimum->gap;
    }
    Outcome<double> value = metric.measure(prepared.problem, prepared.truth, solution);
    if (value && !std::isfinite(*value))
      return diverge(record, fmt::format("metric '{}' is {}", name, *value));
    record.metrics.emplace(name, std::move(value));
  }
}

}  // namespace

Record failed_record(const Cell& cell, std::string reason) {
  Record record{.cell = cell, .status = Status::failed, .reason = std::move(reason)};
  record.digest = digest_of(record);
  return record;
}

Record evaluate(const Cell& cell,
                const PreparedProblem& prepared,
                const Toolbox& tools,
                const RunLimits& limits,
                const StopControl& stop) noexcept {
  Record record;
  const auto started = std::chrono::system_clock::now();
  try {
    if (const auto plan = assess(cell, prepared.problem.facts, tools, record)) {
      add_bounds(prepared, *plan, tools, record);
      Solution solution;
      if (run(prepared, *plan, tools, limits, stop, record, solution))
        measure(prepared, solution, tools, record);
    }
  } catch (...) {
    record.status = Status::failed;
    record.reason = reason_of_exception();
    record.metrics.clear();
  }
  record.data_hash = prepared.data_hash;
  record.started = started;
  record.finished = std::chrono::system_clock::now();
  record.digest = digest_of(record);
  return record;
}

Record evaluate(const Cell& cell,
                const PreparedProblem& prepared,
                const Catalog& catalog,
                const Services& services,
                const StopControl& stop) {
  const Toolbox tools(catalog, services, {&cell, 1});
  return evaluate(cell, prepared, tools, {}, stop);
}

}  // namespace dpsco
