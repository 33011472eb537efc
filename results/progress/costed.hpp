// Progress whose remaining time is counted in work, not in cells.
#pragma once

#include <map>
#include <span>

#include "framework/contracts.hpp"
#include "framework/grid/cell.hpp"
#include "framework/record.hpp"
#include "framework/runner/progress.hpp"
#include "results/progress/costs.hpp"

namespace dpsco {

/// Stands before a view and a sink: sees every record, and tells the view the remaining time from
/// the costs of these and of `before`. One thread at a time, as both are called.
class CostedProgress final : public Progress {
 public:
  /// `left` are the cells to be run, `before` what is known already. `view` must outlive this.
  CostedProgress(Progress& view, std::span<const Cell> left, std::span<const StoredRun> before);

  /// Call with every record before the update that counts it.
  void done(const Record& record);
  void update(const ProgressState& state) override;
  void finish(const ProgressState& state) override { view_.finish(state); }

 private:
  struct Waiting {
    CostKey key{};
    std::size_t count = 0;
  };
  /// Expected seconds of the cells that wait; empty if nothing is known.
  std::optional<double> work_left() const;

  Progress& view_;
  CostModel model_{};
  std::map<std::string, Waiting> waiting_{};  ///< by setting
  double work_done_ = 0;                      ///< [s] of thread CPU, now
  double next_ = 0, expected_at_ = 0;
  std::optional<double> expected_{};  ///< remaining seconds at expected_at_
};

/// Hands records on and shows them to the progress.
class CostedSink final : public Sink {
 public:
  CostedSink(Sink& next, CostedProgress& progress) : next_(next), progress_(progress) {}
  void write(const Record& record) override {
    next_.write(record);
    progress_.done(record);
  }

 private:
  Sink& next_;
  CostedProgress& progress_;
};

}  // namespace dpsco
