// What a filter needs in order to count random weights: their widths follow from earlier
// broadcasts, so they are no part of a plan's ledger.
#pragma once

#include <optional>
#include <span>

#include "framework/ledger/ledger.hpp"

namespace dpsco {

/// Base of plans whose broadcasts have random weights.
struct WeightedReleases {
  WeightedReleases() = default;
  WeightedReleases(const WeightedReleases&) = delete;
  WeightedReleases& operator=(const WeightedReleases&) = delete;
  virtual ~WeightedReleases() = default;
  /// Agent i's next broadcast [d] after all have broadcast x [N, d] row-major, a function of public
  /// numbers alone. Nothing unless the noise is Laplace noise.
  virtual std::optional<LaplaceUniformMixture> next_release(int i,
                                                            std::span<const double> x) const = 0;
};

}  // namespace dpsco
