// Where the curve of one method passes that of another, with the uncertainty of few repetitions.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "results/tables/statistics.hpp"

namespace dpsco {

/// What two methods have in the same repetitions at increasing dimensions.
struct PairedCurves {
  std::vector<double> d{};  ///< increasing, > 0
  /// [d][repetitions], the same repetitions at every d; NaN in both where either has no value.
  std::vector<std::vector<double>> flat{}, growing{};
};

/// A crossing is a dimension; 0 stands for "at or before the first one", infinity for "none up to
/// the last one".
struct MeasuredCrossing {
  std::optional<double> at{};            ///< empty: at no d have both a positive mean
  std::optional<Interval95> interval{};  ///< empty with fewer than two repetitions, or without at
  double first = 0, last = 0;            ///< dimensions compared
  std::size_t repetitions = 0;           ///< that both have at some d
};

/// The dimension beyond which the mean of `growing` stays above that of `flat` (noise alone may
/// cross twice), on the straight line between neighbouring log d, log ratio of means. The interval
/// is a 95 % percentile bootstrap of 2000 resamples: whole repetitions are drawn, the same for both
/// methods and all dimensions, from a fixed stream. Dimensions where either mean is not positive
/// are passed over.
MeasuredCrossing measured_crossing(const PairedCurves& curves);

/// "124", "at or before 10", "none up to 3000" or "no data".
std::string crossing_text(const MeasuredCrossing& crossing);
/// The same with its interval: "124 [98, > 3000]", "<= 10" for an end before the first dimension.
std::string crossing_with_interval_text(const MeasuredCrossing& crossing);

}  // namespace dpsco
