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

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "framework/core/interface.hpp"
#include "framework/core/outcome.hpp"
#include "framework/core/random.hpp"
#include "framework/ledger/budget.hpp"
#include "framework/ledger/ledger.hpp"
#include "framework/problem/problem.hpp"

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
  std::vector<double> w{};     ///< [d] what is released
  std::int64_t gradients = 0;  ///< per-example gradients evaluated
};

/// All that a run may reach besides its problem.
class RunContext {
 public:
  /// `stopped` says that the deadline has passed or that a stop was asked for.
  RunContext(const Streams& streams, std::function<bool()> stopped)
      : streams_(streams), stopped_(std::move(stopped)) {}
  Stream stream(Purpose purpose) const { return streams_.open(purpose); }
  /// Ask once a step and leave the loop on false. Looks at the clock every 16th time only.
  bool keep_going() {
    if ((++polls_ & 15U) == 0 && running_ && stopped_()) running_ = false;
    return running_;
  }
  bool interrupted() const { return !running_; }

 private:
  const Streams& streams_;
  std::function<bool()> stopped_;
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

/// What a theorem promises for the schedule that was planned.
struct Bound : Interface {
  /// `comparator_norm` is ||w*|| of the point compared with. Skip: the theorem does not cover the
  /// plan.
  virtual Outcome<double> value(const Facts& facts,
                                const Plan& plan,
                                double comparator_norm) const = 0;
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
