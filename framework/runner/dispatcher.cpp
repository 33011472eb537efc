#include "framework/runner/dispatcher.hpp"

#include <algorithm>
#include <exception>
#include <map>
#include <utility>

namespace dpsco {

namespace {

bool wants_optimum(const Cell& cell, const Toolbox& tools) {
  return std::any_of(cell.metrics.begin(), cell.metrics.end(), [&](const std::string& name) {
    try {
      return tools.metric(name).needs_optimum();
    } catch (const ConfigError&) {
      return false;  // the cell fails with this error when it is run
    }
  });
}

/// Declared sizes, before anything is loaded: a run holds a few vectors of d and an order of n.
void declare_bytes(ProblemSlot& problem, const Toolbox& tools) {
  try {
    const Choice& data = problem.sample->data;
    const auto dataset = tools.catalog().datasets.make(data.name, data.parameters);
    const Facts shape = dataset->shape();
    problem.data_bytes = dataset->bytes();
    problem.run_bytes =
        sizeof(double) * (8 * std::size_t(shape.d) + 2 * std::size_t(shape.n)) + 16'384;
  } catch (const std::exception&) {
    problem.data_bytes = 0;  // can't be made, so the build will say why
  }
}

}  // namespace

std::deque<ProblemSlot> group_by_problem(std::span<const Cell> cells, const Toolbox& tools) {
  std::deque<ProblemSlot> problems;
  std::map<std::pair<std::string, std::uint64_t>, ProblemSlot*> by_key;
  for (const Cell& cell : cells) {
    ProblemSlot*& slot = by_key[{cell.problem_key, cell.seed}];
    if (slot == nullptr) {
      slot = &problems.emplace_back();
      slot->sample = &cell;
      declare_bytes(*slot, tools);
    }
    slot->waiting.push_back(&cell);
    ++slot->unfinished;
    slot->need_optimum = slot->need_optimum || wants_optimum(cell, tools);
  }
  return problems;
}

Dispatcher::Dispatcher(std::deque<ProblemSlot> problems, Limits limits)
    : problems_(std::move(problems)),
      limits_(limits),
      // Beyond one job a thread, a few wait in the graph so that no thread waits for the
      // dispatcher.
      cap_(limits.threads == 1 ? 1 : 2 * std::size_t(limits.threads)),
      seconds_a_cell_(job_seconds) {}

void Dispatcher::use(std::size_t bytes) {
  used_ += bytes;
  peak_ = std::max(peak_, used_);
}

void Dispatcher::open(ProblemSlot& problem, const std::function<void(ProblemSlot*)>& build) {
  problem.state = ProblemSlot::State::building;
  // With the scratch of one run: an open problem can always go on, whatever else is open.
  use(problem.data_bytes + problem.run_bytes);
  open_.push_back(&problem);
  ++building_;
  ++builds_;
  build(&problem);
}

void Dispatcher::close(ProblemSlot& problem) {
  used_ -= problem.data_bytes + problem.run_bytes;
  open_.erase(std::find(open_.begin(), open_.end(), &problem));
  problem.preparation = {};
}

void Dispatcher::built(ProblemSlot& problem) {
  --building_;
  exclusive_ = false;
  const Preparation& preparation = problem.preparation;
  if (!preparation.prepared && preparation.failure == "oom" && !problem.retried) {
    problem.retried = true;
    problem.state = ProblemSlot::State::closed;
    close(problem);
    rebuild_.push_back(&problem);
    return;
  }
  problem.state = ProblemSlot::State::ready;
  used_ -= problem.data_bytes;
  problem.data_bytes = preparation.prepared ? preparation.prepared->bytes() : 0;
  use(problem.data_bytes);
  ready_cells_ += problem.waiting.size();
}

void Dispatcher::done(Job& job) {
  ProblemSlot& problem = *job.problem;
  --running_;
  if (problem.running-- > 1) used_ -= problem.run_bytes;
  if (job.alone) exclusive_ = false;

  const std::size_t finished = job.records.size();
  if (finished > 0) seconds_a_cell_ = 0.8 * seconds_a_cell_ + 0.2 * job.seconds / double(finished);
  for (std::size_t i = job.cells.size(); i > finished; --i)
    problem.waiting.push_front(job.cells[i - 1]);
  ready_cells_ += job.cells.size() - finished;
  for (const Cell* cell : job.oom) retry_.emplace_back(&problem, cell);
  problem.unfinished -= finished - job.oom.size();
  if (problem.unfinished == 0) {
    problem.state = ProblemSlot::State::retired;
    close(problem);
  }
  idle_.push_back(&job);
}

void Dispatcher::start_job(ProblemSlot& problem,
                           std::size_t count,
                           bool alone,
                           const std::function<void(Job*)>& run) {
  if (idle_.empty()) idle_.push_back(jobs_.emplace_back(std::make_unique<Job>()).get());
  Job& job = *idle_.back();
  idle_.pop_back();
  job.problem = &problem;
  job.alone = alone;
  job.records.clear();
  job.oom.clear();
  job.cells.assign(problem.waiting.begin(), problem.waiting.begin() + std::ptrdiff_t(count));
  problem.waiting.erase(problem.waiting.begin(), problem.waiting.begin() + std::ptrdiff_t(count));
  ready_cells_ -= count;
  ++running_;
  if (problem.running++ > 0) use(problem.run_bytes);
  run(&job);
}

/// As many cells as make a job worth its way, but leave work for every thread.
std::size_t Dispatcher::batch(const ProblemSlot& problem) const {
  const double worth = job_seconds / std::max(seconds_a_cell_, 1e-6);
  const std::size_t share = ready_cells_ / (2 * std::size_t(limits_.threads));
  return std::clamp<std::size_t>(
      std::min({std::size_t(worth), share, std::size_t{64}}), 1, problem.waiting.size());
}

void Dispatcher::start_runs(const std::function<void(Job*)>& run) {
  for (ProblemSlot* problem : open_) {
    if (problem->state != ProblemSlot::State::ready) continue;
    while (running_ < cap_ && !problem->waiting.empty() &&
           (problem->running == 0 || fits(problem->run_bytes)))
      start_job(*problem, batch(*problem), false, run);
  }
}

bool Dispatcher::needs_another_problem() const {
  const auto threads = std::size_t(limits_.threads);
  if (next_ == problems_.size() || building_ == threads) return false;
  if (ready_cells_ == 0 && running_ + building_ < threads) return true;  // a thread is idle
  if (threads == 1) return false;
  std::size_t coming = ready_cells_;
  for (const ProblemSlot* problem : open_)
    if (problem->state == ProblemSlot::State::building) coming += problem->waiting.size();
  return coming < 2 * threads;
}

void Dispatcher::start_builds(const std::function<void(ProblemSlot*)>& build) {
  while (needs_another_problem()) {
    ProblemSlot& problem = problems_[next_];
    // One that exceeds the budget by itself still goes, alone.
    if (!open_.empty() && !fits(problem.data_bytes + problem.run_bytes)) return;
    ++next_;
    open(problem, build);
  }
}

void Dispatcher::start(const std::function<void(ProblemSlot*)>& build,
                       const std::function<void(Job*)>& run) {
  if (halted_ || exclusive_) return;
  if (!retry_.empty()) {
    if (running_ + building_ > 0) return;
    const auto [problem, cell] = retry_.front();
    retry_.pop_front();
    problem->waiting.push_front(cell);
    ++ready_cells_;
    exclusive_ = true;
    start_job(*problem, 1, true, run);
    return;
  }
  start_runs(run);
  if (rebuild_.empty()) {
    start_builds(build);
  } else if (open_.empty()) {
    exclusive_ = true;
    ProblemSlot& problem = *rebuild_.front();
    rebuild_.pop_front();
    open(problem, build);
  }
}

std::size_t Dispatcher::not_started() const {
  std::size_t count = retry_.size();
  for (const ProblemSlot& problem : problems_) count += problem.waiting.size();
  return count;
}

}  // namespace dpsco
