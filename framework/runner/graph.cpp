//            +------------------------ Done ------------------------+
//            v                                                      |
//  kick -> dispatcher (serial) --problem--> builder (unlimited) --Built--> dispatcher
//            +---------------------job--> runner (unlimited) --> writer (serial) --Done-->
//            dispatcher
//
// Messages are pointers, bodies are noexcept, nothing is locked: each object is touched by one node
// at a time and changes hands with the message. docs/runner.md names the oneTBB traps avoided.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <variant>

#include <oneapi/tbb/flow_graph.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>

#include "framework/runner/dispatcher.hpp"
#include "framework/runner/execute.hpp"
#include "framework/runner/threads.hpp"

namespace dpsco {

namespace {

namespace flow = tbb::flow;

struct Kick {};
struct Built {
  ProblemSlot* problem = nullptr;
};
struct Done {
  Job* job = nullptr;
};
using Event = std::variant<Kick, Built, Done>;

class GraphRun {
 public:
  GraphRun(const Toolbox& tools,
           const RunOptions& options,
           const StopControl& stop,
           Dispatcher& dispatcher,
           Recorder& recorder)
      : tools_(tools),
        options_(options),
        stop_(stop),
        dispatcher_(dispatcher),
        recorder_(recorder) {}

  void operator()() {
    using DispatchNode = flow::multifunction_node<Event, std::tuple<ProblemSlot*, Job*>>;
    flow::graph graph;
    DispatchNode dispatch(
        graph,
        flow::serial,
        [this](const Event& event, DispatchNode::output_ports_type& out) noexcept {
          handle(event);
          dispatcher_.start([&](ProblemSlot* problem) { std::get<0>(out).try_put(problem); },
                            [&](Job* job) { std::get<1>(out).try_put(job); });
        });
    flow::function_node<ProblemSlot*, Event> builder(
        graph, flow::unlimited, [this](ProblemSlot* problem) noexcept {
          build(*problem);
          return Event(Built{problem});
        });
    flow::function_node<Job*, Job*> runner(graph, flow::unlimited, [this](Job* job) noexcept {
      run(*job);
      return job;
    });
    flow::function_node<Job*, Event> writer(graph, flow::serial, [this](Job* job) noexcept {
      write(*job);
      return Event(Done{job});
    });
    flow::make_edge(flow::output_port<0>(dispatch), builder);
    flow::make_edge(flow::output_port<1>(dispatch), runner);
    flow::make_edge(builder, dispatch);
    flow::make_edge(runner, writer);
    flow::make_edge(writer, dispatch);
    dispatch.try_put(Event(Kick{}));
    graph.wait_for_all();
  }

 private:
  bool halted() const { return halt_.load(std::memory_order_relaxed) || stop_.draining(); }

  void handle(const Event& event) {
    if (const auto* built = std::get_if<Built>(&event)) dispatcher_.built(*built->problem);
    if (const auto* done = std::get_if<Done>(&event)) dispatcher_.done(*done->job);
    if (halted()) dispatcher_.halt();
  }

  // Isolated from the rest of the graph: a thread that waits inside a method's or a data set's own
  // parallel loop must not start another run, whose time would be charged to this one.
  void build(ProblemSlot& problem) {
    if (halted()) return;
    tbb::this_task_arena::isolate([&] {
      problem.preparation = prepare_problem(*problem.sample, tools_, problem.need_optimum);
    });
  }

  void run(Job& job) {
    using Clock = std::chrono::steady_clock;
    const auto start = Clock::now();
    const std::chrono::duration<double> enough(Dispatcher::job_seconds);
    job.seconds = 0;
    for (const Cell* cell : job.cells) {
      if (halted() || job.seconds > enough.count()) return;
      tbb::this_task_arena::isolate([&] {
        job.records.push_back(execute(*cell, job.problem->preparation, tools_, options_, stop_));
      });
      job.seconds = std::chrono::duration<double>(Clock::now() - start).count();
    }
  }

  void write(Job& job) {
    for (std::size_t i = 0; i < job.records.size(); ++i) {
      if (ran_out_of_memory(job.records[i]) && job.problem->preparation.prepared && !job.alone &&
          !halted()) {
        job.oom.push_back(job.cells[i]);
      } else {
        recorder_.write(job.records[i]);
      }
    }
    if (recorder_.broken() || (options_.fail_fast && recorder_.saw_failure()))
      halt_.store(true, std::memory_order_relaxed);
  }

  const Toolbox& tools_;
  const RunOptions& options_;
  const StopControl& stop_;
  Dispatcher& dispatcher_;
  Recorder& recorder_;
  std::atomic<bool> halt_{false};
};

}  // namespace

RunSummary run_graph(std::span<const Cell> cells,
                     const Catalog& catalog,
                     const Services& services,
                     const RunOptions& options,
                     Sink& sink,
                     Progress& progress,
                     StopControl& stop) {
  const int threads = thread_count(options.threads);
  const int at_once = options.isolated ? 1 : std::max(1, threads / options.threads_per_run);
  const Toolbox tools(catalog, services, cells);
  Dispatcher dispatcher(group_by_problem(cells, tools),
                        {.threads = at_once, .memory_bytes = options.memory_bytes});
  Recorder recorder(options, cells.size(), sink, progress);

  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism,
                                  std::size_t(threads));
  tbb::task_arena arena(threads);
  arena.execute(GraphRun(tools, options, stop, dispatcher, recorder));

  RunSummary summary = recorder.finish(dispatcher.not_started(), stop.draining());
  summary.threads = at_once;
  summary.peak_bytes = dispatcher.peak_bytes();
  summary.builds = dispatcher.builds();
  return summary;
}

}  // namespace dpsco
