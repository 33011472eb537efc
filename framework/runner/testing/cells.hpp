// A catalog, services, cells and a sink for the runner's tests and bench.
#pragma once

#include <map>
#include <string>
#include <vector>

#include <fmt/ranges.h>

#include "framework/core/hashing.hpp"
#include "framework/record.hpp"
#include "framework/runner/services.hpp"
#include "framework/runner/testing/plugins.hpp"

namespace dpsco::testing {

inline Catalog catalog() {
  Catalog all;
  all.datasets.add<ToyData>();
  all.losses.add<ToySquared>();
  all.losses.add<ToyAbsolute>();
  all.algorithms.add<ToyWalk>();
  all.algorithms.add<ToyParallel>();
  all.algorithms.add<ToyNoop>();
  all.algorithms.add<ToyFaulty>();
  all.algorithms.add<ToyPrivate>();
  all.accountants.add<ToyExact>();
  all.accountants.add<ToyEstimate>();
  all.accountants.add<ToyIgnorant>();
  all.bounds.add<ToyBound>();
  all.metrics.add<ToyObjective>();
  all.metrics.add<ToyDistance>();
  all.metrics.add<ToyBadMetric>();
  all.metrics.add<ToyNoMetric>();
  return all;
}

inline Services services() {
  return {
      .find_optimum =
          [](const Problem& problem) {
            ++watch().optima;
            Optimum optimum{.w = zeros(problem), .gap = 0.25};
            optimum.value = problem.objective(optimum.w) - 0.25;
            return Outcome<Optimum>(std::move(optimum));
          },
      .make_calibrator =
          [](const Accountant& accountant) { return std::make_unique<ToyCalibrator>(accountant); }};
}

inline std::string text_of(const Choice& choice) {
  std::string text = choice.name;
  for (const auto& [name, value] : choice.parameters) text += " " + name + "=" + to_text(value);
  return text;
}

/// Sets the keys from the content, as a grid does.
inline Cell keyed(Cell cell) {
  cell.shared_key = sha256_hex(text_of(cell.data) + std::to_string(cell.repetition));
  cell.problem_key = sha256_hex(cell.shared_key + text_of(cell.loss));
  cell.key = sha256_hex(cell.problem_key + text_of(cell.algorithm) + cell.calibrate +
                        fmt::format("{} {}", cell.target.epsilon, name(cell.target.adjacency)) +
                        fmt::format("{}", fmt::join(cell.metrics, " ")));
  cell.stream_key = cell.key;
  cell.label = cell.algorithm.name;
  return cell;
}

inline Cell cell(Choice algorithm, Choice data = {"toy", {}}, std::int64_t repetition = 0) {
  return keyed({.data = std::move(data),
                .loss = {"toy-squared", {}},
                .algorithm = std::move(algorithm),
                .calibrate = "toy-exact",
                .metrics = {"objective", "distance"},
                .repetition = repetition,
                .seed = 42,
                .accountants = {"toy-exact", "toy-estimate"},
                .bounds = {"toy-bound"}});
}

inline Choice faulty(const std::string& how) {
  return {"toy-faulty", {{"how", how}}};
}
inline Choice walk(std::int64_t steps) {
  return {"toy-walk", {{"steps", steps}}};
}

/// Cells of every fate that does not depend on the clock, on problems of several sizes, one of
/// which can't be loaded.
inline std::vector<Cell> grid(std::int64_t repetitions) {
  std::vector<Cell> cells;
  const std::vector<Choice> data{{"toy", {{"d", std::int64_t{1}}}},
                                 {"toy", {{"d", std::int64_t{40}}}},
                                 {"toy", {{"fault", std::string("throws")}}}};
  std::vector<Choice> algorithms{walk(3), walk(300), {"toy-noop", {}}, {"toy-private", {}}};
  algorithms.push_back({"toy-private", {{"spend", 1.5}}});
  for (const char* how : {"throws",
                          "throws-int",
                          "config",
                          "oom",
                          "nan",
                          "short",
                          "plan-throws",
                          "misfit",
                          "infeasible"})
    algorithms.push_back(faulty(how));
  for (const Choice& choice : data)
    for (std::int64_t repetition = 0; repetition < repetitions; ++repetition)
      for (const Choice& algorithm : algorithms)
        cells.push_back(cell(algorithm, choice, repetition));
  return cells;
}

/// Keeps what is written, by key, and how often.
struct MemorySink final : Sink {
  std::map<std::string, Record> records{};
  std::size_t written = 0;
  void write(const Record& record) override {
    ++written;
    records.insert_or_assign(record.cell.key, record);
  }
  std::map<std::string, std::string> digests() const {
    std::map<std::string, std::string> all;
    for (const auto& [key, record] : records) all[key] = record.digest;
    return all;
  }
};

}  // namespace dpsco::testing
