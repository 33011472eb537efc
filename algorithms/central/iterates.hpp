// What many methods do with their iterates.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace dpsco {

/// The running mean of iterates.
class IterateMean {
 public:
  explicit IterateMean(std::size_t d) : mean_(d, 0.0) {}
  void include(std::span<const double> w) {
    ++count_;
    for (std::size_t j = 0; j < w.size(); ++j) mean_[j] += (w[j] - mean_[j]) / double(count_);
  }
  std::vector<double> take() { return std::move(mean_); }

 private:
  std::vector<double> mean_;
  std::int64_t count_ = 0;
};

}  // namespace dpsco
