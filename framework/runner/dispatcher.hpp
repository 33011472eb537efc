// Who may start when: queue, byte budget, in-flight cap, reference counts of data sets, stop. No
// threads and no oneTBB in here: the graph's serial node owns one and is the only one to touch it.
#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "framework/record.hpp"
#include "framework/runner/prepare.hpp"

namespace dpsco {

/// One problem and its cells. While it is built, only the builder touches `preparation`; after
/// that it is read-only until the last run is done.
struct ProblemSlot {
  std::deque<const Cell*> waiting{};  ///< not dispatched, in plan order
  std::size_t unfinished = 0;         ///< waiting or dispatched
  bool need_optimum = false;          ///< some cell has a metric that asks for it
  std::size_t data_bytes = 0;         ///< declared, then measured once it is built
  std::size_t run_bytes = 0;          ///< scratch of one run, estimated from n and d
  const Cell* sample = nullptr;       ///< any of its cells: what to build
  Preparation preparation{};
  enum class State { closed, building, ready, retired } state = State::closed;
  std::size_t running = 0;  ///< jobs in flight
  bool retried = false;     ///< the build ran out of memory once
};

/// Cells of one problem that one task runs one after another.
struct Job {
  ProblemSlot* problem = nullptr;
  std::vector<const Cell*> cells{};
  bool alone = false;              ///< a second try after oom
  std::vector<Record> records{};   ///< of cells[0 .. records.size())
  std::vector<const Cell*> oom{};  ///< out of memory the first time: not written, tried again
  double seconds = 0;              ///< of work
};

/// The cells grouped by problem, in order of first appearance.
std::deque<ProblemSlot> group_by_problem(std::span<const Cell> cells, const Toolbox& tools);

class Dispatcher {
 public:
  struct Limits {
    int threads = 1;
    std::size_t memory_bytes = 0;  ///< 0: none
  };
  /// A job is worth about this much work: far more than a hop through the graph costs, far less
  /// than anyone notices after Ctrl-C.
  static constexpr double job_seconds = 200e-6;

  Dispatcher(std::deque<ProblemSlot> problems, Limits limits);

  void built(ProblemSlot& problem);
  /// Cells beyond job.records were not started and go back to the queue. The job is recycled.
  void done(Job& job);
  /// Calls build(ProblemSlot*) and run(Job*) for all that may start now. Whoever starts must later
  /// report built() or done().
  void start(const std::function<void(ProblemSlot*)>& build, const std::function<void(Job*)>& run);
  /// Nothing starts any more.
  void halt() { halted_ = true; }

  std::size_t not_started() const;
  std::size_t peak_bytes() const { return peak_; }
  std::size_t builds() const { return builds_; }

 private:
  void start_runs(const std::function<void(Job*)>& run);
  void start_builds(const std::function<void(ProblemSlot*)>& build);
  void start_job(ProblemSlot& problem,
                 std::size_t count,
                 bool alone,
                 const std::function<void(Job*)>& run);
  void open(ProblemSlot& problem, const std::function<void(ProblemSlot*)>& build);
  void close(ProblemSlot& problem);
  void use(std::size_t bytes);
  bool fits(std::size_t bytes) const {
    return limits_.memory_bytes == 0 || used_ + bytes <= limits_.memory_bytes;
  }
  bool needs_another_problem() const;
  std::size_t batch(const ProblemSlot& problem) const;

  std::deque<ProblemSlot> problems_;  // a deque: slots never move
  Limits limits_;
  std::size_t cap_;                   // jobs in flight
  std::size_t next_ = 0;              // first problem that was never opened
  std::vector<ProblemSlot*> open_;    // building or ready, in plan order
  std::deque<ProblemSlot*> rebuild_;  // out of memory once: built again with nothing else open
  std::deque<std::pair<ProblemSlot*, const Cell*>> retry_;  // runs that go again, alone
  std::vector<std::unique_ptr<Job>> jobs_;                  // all that were ever made
  std::vector<Job*> idle_;
  std::size_t running_ = 0, building_ = 0, builds_ = 0;
  std::size_t ready_cells_ = 0;  // waiting cells of ready problems
  std::size_t used_ = 0, peak_ = 0;
  double seconds_a_cell_;   // moving average
  bool exclusive_ = false;  // a second try is in flight: nothing beside it
  bool halted_ = false;
};

}  // namespace dpsco
