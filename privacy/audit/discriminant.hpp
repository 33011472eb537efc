// From what a run shows to one score: Fisher's linear discriminant, learnt on runs that have no say
// later.
#pragma once

#include <span>
#include <vector>

namespace dpsco {

/// What `runs` runs showed, [runs, features] row-major.
struct Views {
  std::size_t runs = 0, features = 0;
  std::vector<double> values{};

  std::span<const double> run(std::size_t r) const {
    return std::span(values).subspan(r * features, features);
  }
};

struct Discriminant {
  std::vector<double> weights{};  ///< [features]
  /// Distance of the two means in standard deviations of the score, on the runs that taught it.
  double separation = 0;

  /// <weights, view>, kept finite.
  double score(std::span<const double> view) const;
};

/// weights = (covariance within)^-1 (difference of means), over the `most` features that differ
/// most. Run r of `here` and of `there` may share their noise: only the difference of means gains.
/// A feature that differs without any spread decides alone. pre: same features, same runs >= 2.
Discriminant learn_discriminant(const Views& here, const Views& there, std::size_t most);

}  // namespace dpsco
