// Many different noise ratios as few: rounding to bins, in the safe direction each way.
#pragma once

#include <optional>
#include <span>
#include <vector>

namespace dpsco {

/// `count` steps at one ratio sigma / sensitivity.
struct RatioCount {
  double ratio = 1;
  double count = 1;
};

/// Less noise dominates more, so steps rounded down in ratio bound the privacy loss from above and
/// steps rounded up from below.
struct RatioBins {
  std::vector<RatioCount> rounded_down{}, rounded_up{};
};

/// ratio_t = scale * noise[t], each used `repeats` times: the different ones with their counts, if
/// there are at most 32. pre: noise > 0, scale > 0.
std::optional<std::vector<RatioCount>> equal_ratios(std::span<const double> noise,
                                                    double scale,
                                                    double repeats);

/// The same in 128 bins of equal width in log ratio. Memory: the bins. pre: as above.
RatioBins bin_ratios(std::span<const double> noise, double scale, double repeats);

}  // namespace dpsco
