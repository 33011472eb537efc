// What a run will cost, learnt from runs that are done: the remaining time of a grid whose last
// cells are a thousand times dearer than its first is not (cells left) / (cells a second).
#pragma once

#include <map>
#include <optional>
#include <string>

#include "framework/grid/cell.hpp"
#include "results/journal/stored_run.hpp"

namespace dpsco {

/// What decides the cost of a run: method, setting (method, data and loss with all parameters, not
/// target and repetition) and, where the data's parameters say so, n d.
struct CostKey {
  std::string method{}, setting{};
  double size = 0;  ///< n d; 0 if unknown
};
CostKey cost_key(const Cell& cell);
CostKey cost_key(const StoredRun& run);

class CostModel {
 public:
  /// A finished run took `seconds` of thread CPU.
  void add(const CostKey& key, double seconds);
  /// Expected seconds of a run: the mean of its setting; else of its method, scaled by a power of
  /// n d that is fitted by least squares over the method's settings (power 1 if they have one size
  /// only; the plain mean where sizes are unknown); else the mean of all. Empty if nothing was
  /// added.
  std::optional<double> expected(const CostKey& key) const;

 private:
  struct Mean {
    double sum = 0, count = 0, size = 0;
    double value() const { return sum / count; }
  };
  std::map<std::string, std::map<std::string, Mean>> methods_{};  ///< method, then setting
  Mean all_{};
};

}  // namespace dpsco
