// Every contract on one page, in data-flow order:
//
//   Dataset -> Problem -> Algorithm.plan(Facts, Budget) -> Plan{schedule, ledger} ->
//   Plan.run(Problem) -> Solution
//                                                             |          | |
//                                                        Bound.value  Accountant.price
//                                                        Metric.measure(Truth)
//                                                             +----------+---------> Record -> Sink
//                                                             <------+
//
// [n, d] is a shape, epsilon is in nats, time in seconds, symbols as in the papers. An Outcome
// holds a value or the reason why there is none; a throw is a mistake.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "framework/core/interface.hpp"
#include "framework/core/outcome.hpp"
#include "framework/core/random.hpp"
#include "framework/ledger/budget.hpp"
#include "framework/ledger/ledger.hpp"
#include "framework/problem/problem.hpp"
#include "framework/registry/card.hpp"

namespace dpsco {

// ---- Data ---------------------------------------------------------------------------------------

struct Dataset : Interface {
  /// Same streams, same bytes. Throws ConfigError on bad files.
  virtual LoadedData load(const Streams& streams) const = 0;
  /// False if every repetition loads the same data (a file with its own test set): shared then.
  virtual bool varies_with_repetition() const { return true; }
  /// SHA-256 of the files behind it, part of every result's key; empty for synthetic data.
  virtual std::string content_hash() const { return {}; }
  /// n and d without loading, for the plan: may be declared numbers.
  virtual Facts shape() const = 0;
  /// Bytes that load() will hold, for the memory budget.
  virtual std::size_t bytes() const = 0;
};

// ---- Privacy ------------------------------------------------------------------------------------

enum class Direction {
  upper,
  lower,
  exact,
  estimate
};  ///< of the truth; only upper and exact calibrate
std::string_view name(Direction direction);

/// What a ledger costs at one delta.
struct Price {
  double epsilon = 0;  ///< >= 0, may be infinite
  Direction direction = Direction::upper;
  std::optional<double> epsilon_lower{};  ///< a lower bound beside it, where there is one
  std::string note{};                     ///< order used, slack, warnings
};

struct Accountant : Interface {
  /// A Skip is `unsupported`: this accountant does not know the pair (event, adjacency).
  /// pre: 0 < delta < 1 (else ConfigError). Pure and thread-safe.
  virtual Outcome<Price> price(const Ledger& ledger, double delta) const = 0;
};

/// Finds noise for a target. Implemented in privacy/calibration, chosen by the grid key
/// `calibrate`.
struct Calibrator : Interface {
  /// The smallest scale > 0 (to 1e-9 relative, from above) whose ledger costs at most the target.
  /// pre: cost falls with scale. A Skip says infeasible, with the best reachable epsilon.
  virtual Outcome<double> smallest_scale(const std::function<Ledger(double)>& ledger_at,
                                         const Target& target) const = 0;
};

/// What a plan may spend, and who does the sums.
struct Budget {
  Target target{};
  const Calibrator* calibrator = nullptr;  ///< never null in the runner
};

// ---- Methods ------------------------------------------------------------------------------------

struct Solution {
  std::vector<double> w{};       ///< [d] what is released; the agents' mean if there are several
  std::int64_t gradients = 0;    ///< per-example gradients evaluated
  std::vector<double> agents{};  ///< [N, d] row-major, what each agent ends with; else empty
  double sent_bytes = 0;         ///< that agents sent to each other
  /// What the drawn noise and weights cost on this very path: a simulation's number, never a
  /// guarantee, so no accountant and no ledger has it (docs/local_privacy.md).
  std::optional<double> realised_loss{};
};

/// One look at a run in progress.
struct Snapshot {
  std::int64_t round = 0;
  std::span<const double> iterates{};  ///< [agents, d] row-major
  Index agents = 1;
  double sent_bytes = 0;  ///< so far
  std::optional<double> realised_loss{};
};

/// Keeps a thinned trajectory. Its own work is outside the run's timer.
struct TrajectoryRecorder : Interface {
  /// True if `round` is one to look at.
  virtual bool wants(std::int64_t round) const = 0;
  virtual void look(const Snapshot& snapshot) = 0;
};

/// All that a run may reach besides its problem.
class RunContext {
 public:
  /// `stopped` says that the deadline has passed or that a stop was asked for.
  /// `threads` is what the run may use inside; `recorder` may be null.
  RunContext(const Streams& streams,
             std::function<bool()> stopped,
             int threads = 1,
             TrajectoryRecorder* recorder = nullptr)
      : streams_(streams), stopped_(std::move(stopped)), threads_(threads), recorder_(recorder) {}
  Stream stream(Purpose purpose) const { return streams_.open(purpose); }
  /// Stream number `index` of that purpose: one an agent, one a restart. Index 0 is
  /// stream(purpose).
  Stream stream(Purpose purpose, std::uint64_t index) const {
    return streams_.open(purpose, index);
  }
  /// Threads that this run may use inside (core/parallel.hpp). The result must not depend on it.
  int threads() const { return threads_; }
  /// True if the trajectory wants this round: ask before making a Snapshot.
  bool wants(std::int64_t round) const { return recorder_ != nullptr && recorder_->wants(round); }
  /// pre: wants(snapshot.round).
  void look(const Snapshot& snapshot) const { recorder_->look(snapshot); }
  /// Ask once a step and leave the loop on false. Looks at the clock every 16th time only, so that
  /// it costs nothing beside a step on a single record.
  bool keep_going() {
    if ((++polls_ & 15U) == 0) return keep_going_now();
    return running_;
  }
  /// The same for steps that are few or cost a pass over the data: looks at the clock every time
  /// (some 50 ns), so that a stop is heard before the next step, the first one included.
  bool keep_going_now() {
    if (running_ && stopped_()) running_ = false;
    return running_;
  }
  /// The one that suits a step on `records` records: keep_going() below 4, else keep_going_now().
  bool keep_going(std::int64_t records) { return records < 4 ? keep_going() : keep_going_now(); }
  bool interrupted() const { return !running_; }
  /// Calls `body(context)` for run number `index` inside this one: independent streams, the same
  /// deadline and threads, no trajectory. Looks at the clock after it, however short it was.
  template <class Body>
  void run_inside(std::uint64_t index, const Body& body) {
    const Streams own = streams_.inside(index);
    RunContext context(own, stopped_, threads_);
    body(context);
    running_ = running_ && !context.interrupted();
    keep_going_now();
  }

 private:
  const Streams& streams_;
  std::function<bool()> stopped_;
  int threads_;
  TrajectoryRecorder* recorder_;
  std::uint64_t polls_ = 0;
  bool running_ = true;
};

/// A plan is a value made from public facts alone: schedule and ledger.
struct Plan : Interface {
  explicit Plan(Ledger releases, std::map<std::string, double> numbers = {})
      : ledger(std::move(releases)), schedule(std::move(numbers)) {}
  /// Deterministic given the context's streams; allocates before its loop only.
  virtual Solution run(const Problem& problem, RunContext& context) const = 0;

  const Ledger ledger;  ///< the claim that accountants price
  const std::map<std::string, double>
      schedule;  ///< what was planned, for tables: T, eta, beta0, ...
};

struct Algorithm : Interface {
  /// Sees facts and budget, never data. A Skip says misfit or infeasible.
  virtual Outcome<std::shared_ptr<const Plan>> plan(const Facts& facts,
                                                    const Budget& budget) const = 0;
};

// ---- Judges -------------------------------------------------------------------------------------

/// What a bound is asked for: the problem's public constants, the budget, the point compared with.
struct BoundQuery {
  const Facts& facts;
  Target target{};
  double comparator_norm = 0;    ///< ||w*|| of the point compared with
  const Plan* plan = nullptr;    ///< what was planned; null: with the theorem's own best tuning
  std::string_view algorithm{};  ///< whose plan it is, by registry name
  const Parameters* parameters = nullptr;  ///< and with which parameters; null without a plan
};

/// A bound's value with the terms that it is the sum of.
struct Promise {
  double value = 0;
  std::vector<std::pair<std::string, double>> terms{};
};
/// The promise whose value is the sum of its terms.
inline Promise sum_of(std::vector<std::pair<std::string, double>> terms) {
  double sum = 0;
  for (const auto& [name, term] : terms) sum += term;
  return {sum, std::move(terms)};
}

/// What a theorem promises. Its card says the risk it bounds, of which iterate, and where its
/// constants come from.
struct Bound : Interface {
  /// Skip: the theorem does not cover the plan or the facts, or has no tuning of its own (no plan).
  virtual Outcome<Promise> value(const BoundQuery& query) const = 0;
};

struct Metric : Interface {
  virtual bool needs_optimum() const { return false; }  ///< of the training objective
  virtual Outcome<double> measure(const Problem& problem,
                                  const Truth& truth,
                                  const Solution& solution) const = 0;
};

struct Record;
/// Where finished cells go. Called by one thread at a time.
struct Sink : Interface {
  virtual void write(const Record& record) = 0;
};

}  // namespace dpsco
