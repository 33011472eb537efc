#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "framework/record.hpp"
#include "framework/runner/prepare.hpp"
#include "framework/runner/toolbox.hpp"

namespace dpsco {

/// Measures a run at up to `looks` evenly spaced rounds, of which it need not know the number: when
/// there are too many points every second one is dropped and the spacing doubles.
class Trajectory final : public TrajectoryRecorder {
 public:
  /// All must outlive it. `metrics` names what is measured at each point.
  Trajectory(const PreparedProblem& prepared,
             const Toolbox& tools,
             const std::vector<std::string>& metrics,
             std::int64_t looks)
      : prepared_(prepared), tools_(tools), metrics_(metrics), looks_(looks) {}

  bool wants(std::int64_t round) const override { return round % spacing_ == 0; }
  void look(const Snapshot& snapshot) override;

  double wall() const { return wall_; }  ///< spent in look() [s]
  double cpu() const { return cpu_; }    ///< likewise, of this thread [s]
  std::vector<TrajectoryPoint> take() { return std::move(points_); }

 private:
  const PreparedProblem& prepared_;
  const Toolbox& tools_;
  const std::vector<std::string>& metrics_;
  std::int64_t looks_, spacing_ = 1;
  double wall_ = 0, cpu_ = 0;
  std::vector<TrajectoryPoint> points_{};
};

/// Adds "epsilon/ACCOUNTANT" to each point, for the cell's accountants where they have a finite
/// one: what the ledger's releases have cost by then, taking them as evenly spread over the
/// schedule's "rounds" K, ceil(round/K of all). Nothing if the plan has no such number.
void price_trajectory(std::span<TrajectoryPoint> points,
                      const Plan& plan,
                      const Cell& cell,
                      const Toolbox& tools);

/// Mean over the agents [d] of iterates [agents, d], row-major.
std::vector<double> mean_iterate(std::span<const double> iterates, Index agents);

}  // namespace dpsco
