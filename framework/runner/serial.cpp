#include <algorithm>

#include "framework/runner/dispatcher.hpp"
#include "framework/runner/execute.hpp"

namespace dpsco {

RunSummary run_serial(std::span<const Cell> cells,
                      const Catalog& catalog,
                      const Services& services,
                      const RunOptions& options,
                      Sink& sink,
                      Progress& progress,
                      StopControl& stop) {
  const Toolbox tools(catalog, services, cells);
  std::deque<ProblemSlot> problems = group_by_problem(cells, tools);
  Recorder recorder(options, cells.size(), sink, progress);
  const auto go_on = [&] {
    return !stop.draining() && !recorder.broken() && !(options.fail_fast && recorder.saw_failure());
  };
  std::size_t started = 0, builds = 0, peak = 0;
  for (ProblemSlot& problem : problems) {
    if (!go_on()) break;
    Preparation preparation = prepare_problem(*problem.sample, tools, problem.need_optimum);
    if (preparation.failure == "oom")
      preparation = prepare_problem(*problem.sample, tools, problem.need_optimum);
    ++builds;
    if (preparation.prepared)
      peak = std::max(peak, preparation.prepared->bytes() + problem.run_bytes);
    for (const Cell* cell : problem.waiting) {
      if (!go_on()) break;
      ++started;
      Record record = execute(*cell, preparation, tools, options, stop);
      // The graph tries again alone what ran out of memory beside others; here it always is alone,
      // and tries again so that both give the same records.
      if (preparation.prepared && ran_out_of_memory(record))
        record = execute(*cell, preparation, tools, options, stop);
      recorder.write(record);
    }
  }
  RunSummary summary = recorder.finish(cells.size() - started, stop.draining());
  summary.peak_bytes = peak;
  summary.builds = builds;
  return summary;
}

}  // namespace dpsco
