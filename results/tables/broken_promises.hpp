#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "results/journal/stored_run.hpp"

namespace dpsco {

/// A cell whose measured risk is above a bound that claims to hold.
struct BrokenPromise {
  std::string label{};  ///< of the method
  std::string cell{};   ///< "d = 1000, epsilon = 1, ...": what else identifies it
  std::string bound{}, metric{};
  double excess = 0;  ///< mean of risk - bound over repetitions
  double low = 0;     ///< of its 95 % Student t interval: above 0
  std::size_t runs = 0;
};

/// For every bound of `metric_of` (bound's name to the metric that it bounds) and every cell: the
/// repetitions' differences risk - bound, paired since the point compared with may vary. Broken if
/// the whole 95 % interval is above 0. A cell of one run has no interval and is not judged.
std::vector<BrokenPromise> broken_promises(std::span<const StoredRun> runs,
                                           const std::map<std::string, std::string>& metric_of);

}  // namespace dpsco
