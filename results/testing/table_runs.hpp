// Runs by hand for the tests of tables.
#pragma once

#include <string>
#include <vector>

#include "results/journal/stored_run.hpp"

namespace dpsco {

inline StoredRun table_run(const std::string& label, double d, int repetition, double risk) {
  StoredRun run;
  run.key = label + "/" + std::to_string(int(d)) + "/" + std::to_string(repetition);
  run.status = Status::ok;
  run.label = run.algorithm = label;
  run.data = "spiked";
  run.loss = "logistic";
  run.n = 2000;
  run.d = d;
  run.calibrate = "gdp";
  run.repetition = repetition;
  run.seed = "42";
  run.radius_mark = "declared";
  run.metrics = {{"risk", risk}};
  run.build = "b";
  run.file = 0;
  run.line = std::size_t(repetition) + 1;
  return run;
}

/// A flat method, one that climbs like sqrt(d), and one that does not fit d = 100.
inline std::vector<StoredRun> small_table_runs() {
  std::vector<StoredRun> runs;
  for (const int d : {100, 10}) {
    for (int i = 0; i < 3; ++i) {
      runs.push_back(table_run("flat", d, i, 0.14 + 0.01 * i));
      runs.push_back(table_run("climbs", d, i, d == 10 ? 0.1 : 0.1 * 3.1622776601683795));
      runs.push_back(table_run("picky", d, i, 0.5));
      if (d == 100) {
        runs.back().status = Status::skipped;
        runs.back().reason = "needs d < 50";
        runs.back().metrics.clear();
      }
    }
  }
  StoredRun diverged = table_run("flat", 10, 3, 0);
  diverged.status = Status::diverged;
  diverged.reason = "norm above 1e+12";
  diverged.metrics.clear();
  runs.push_back(diverged);
  return runs;
}

}  // namespace dpsco
