#pragma once

#include <cstddef>
#include <optional>

#include "framework/core/interface.hpp"

namespace dpsco {

/// How far a grid has come.
struct ProgressState {
  std::size_t total = 0;            ///< planned cells
  std::size_t finished_before = 0;  ///< of an earlier run of the same grid
  std::size_t done = 0;             ///< written now, whatever their status
  std::size_t failures = 0;         ///< of these: failed or timeout
  double elapsed = 0;               ///< since the runner started [s]
  std::optional<double>
      expected{};  ///< remaining time [s], from someone who knows the cells' costs

  /// Cells a second since the start; 0 before the first.
  double rate() const { return elapsed > 0 ? double(done) / elapsed : 0; }
  /// Expected seconds to the end: as told, else at that rate; nothing before the first cell.
  std::optional<double> remaining() const {
    if (expected || done == 0) return expected;
    return double(total - finished_before - done) / rate();
  }
};

/// A view. Called by one thread at a time, after every cell, so it must be cheap most of the time.
struct Progress : Interface {
  virtual void update(const ProgressState& state) = 0;
  /// The last call, whether the grid was finished or stopped.
  virtual void finish(const ProgressState& state) = 0;
};

struct NoProgress final : Progress {
  void update(const ProgressState& /*state*/) override {}
  void finish(const ProgressState& /*state*/) override {}
};

}  // namespace dpsco
