#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "results/journal/stored_run.hpp"

namespace dpsco {

/// A cell whose measured risk is above a bound that claims to hold, or is no number where the bound
/// promises one.
struct BrokenPromise {
  std::string label{};  ///< of the method
  std::string cell{};   ///< "d = 1000, epsilon = 1, ...": what else identifies it
  std::string bound{}, metric{};
  double excess = 0;         ///< mean of risk - bound over the ok repetitions
  double low = 0;            ///< of its 95 % Student t interval; above 0 unless runs diverged
  std::size_t runs = 0;      ///< ok repetitions with both numbers
  std::size_t diverged = 0;  ///< repetitions without a finite risk: any one breaks the promise
  std::string reason{};      ///< of the first that diverged
};

/// Promises of cells that nobody can judge, by what is lacking.
struct UnjudgedPromises {
  std::string reason{};   ///< "the metric X of the bound Y is not among theirs"
  std::size_t cells = 0;  ///< with such a promise
};

struct JudgedPromises {
  std::vector<BrokenPromise> broken{};
  std::vector<UnjudgedPromises> unjudged{};
};

/// For every bound of `metric_of` (bound's name to the metric that it bounds) and every cell: the
/// repetitions' differences risk - bound, paired since the point compared with may vary. Broken if
/// the whole 95 % interval is above 0, or if a repetition diverged for which the bound has a finite
/// value. (Where the plan is outside the bound's conditions the bound has no value, and nothing is
/// promised.) A cell of one ok run has no interval, and one without the metric no difference: these
/// are counted as unjudged.
JudgedPromises judge_promises(std::span<const StoredRun> runs,
                              const std::map<std::string, std::string>& metric_of);

}  // namespace dpsco
