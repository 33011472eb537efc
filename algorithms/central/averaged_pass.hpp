// SGD over each of some records once, with the mean of its iterates, at O(nnz) a step: shrinkage,
// projection and averaging touch scalars only.
//
// The iterate is w = a v and the sum of iterates is S = u + b v. A gradient step changes v and u on
// the row's columns, shrinkage and projection change a, adding w to S changes b.
#pragma once

#include <algorithm>
#include <cassert>
#include <cmath>
#include <span>
#include <vector>

#include "framework/problem/matrix.hpp"

namespace dpsco {

class AveragedIterate {
 public:
  /// Scratch for d coordinates; begin() before anything else.
  explicit AveragedIterate(std::size_t d) : v_(d), u_(d) {}
  /// w <- `w` [d], S <- 0.
  void begin(std::span<const double> w) {
    std::copy(w.begin(), w.end(), v_.begin());
    std::fill(u_.begin(), u_.end(), 0.0);
    a_ = 1;
    b_ = 0;
    squared_norm_ = dot(DenseRow{v_}, v_);
  }
  /// <row, w>.
  template <class Row>
  double margin(const Row& row) const {
    return a_ * dot(row, v_);
  }
  /// S <- S + w.
  void accumulate() { b_ += a_; }
  /// w <- keep w + scale row, given margin = <row, w> before and ||row||^2 (which only project()
  /// needs). pre: keep > 0.
  template <class Row>
  void step(double keep, double scale, const Row& row, double margin, double row_squared_norm) {
    const double change = scale / (a_ * keep);
    squared_norm_ += change * (2 * margin / a_ + change * row_squared_norm);
    a_ *= keep;
    add(change, row, v_);
    add(-b_ * change, row, u_);
    if (a_ < 1e-3) rescale();
  }
  /// w <- the nearest point of ||w|| <= radius.
  void project(double radius) {
    const double size = a_ * std::sqrt(std::max(0.0, squared_norm_));
    if (size > radius) a_ *= radius / size;
  }
  /// out [d] <- S / count.
  void mean(double count, std::span<double> out) const {
    for (std::size_t j = 0; j < v_.size(); ++j) out[j] = (u_[j] + b_ * v_[j]) / count;
  }

 private:
  /// Moves a into v and b v into u: as a falls b v and u grow and cancel, so let them lose three
  /// digits at most.
  void rescale() {
    for (std::size_t j = 0; j < v_.size(); ++j) {
      u_[j] += b_ * v_[j];
      v_[j] *= a_;
    }
    a_ = 1;
    b_ = 0;
    squared_norm_ = dot(DenseRow{v_}, v_);
  }

  std::vector<double> v_, u_;
  double a_ = 1, b_ = 0, squared_norm_ = 0;
};

}  // namespace dpsco
