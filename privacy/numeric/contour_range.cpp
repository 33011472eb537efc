#include "privacy/numeric/contour_range.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

namespace dpsco {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr std::size_t most_ranges = 10;
constexpr std::size_t batch = 256;

/// Parameter of the ellipse around [-half, half] whose smaller half axis is `angle`.
double ellipse(double half, double angle) {
  return angle / half + std::sqrt(angle / half * (angle / half) + 1);
}

std::size_t nodes_for(double half) {
  return 3 + std::size_t(33 / std::log(ellipse(half, 0.7)));
}

/// sum over t of T_k(x_t), k < size, with compensated sums over batches.
class Moments {
 public:
  explicit Moments(std::size_t size) : sum_(size), carry_(size) {}
  void add(double x) {
    pending_[filled_++] = x;
    if (filled_ == batch) flush();
  }
  const std::vector<double>& finish() {
    // Padding would count, so the rest goes one by one.
    const std::size_t rest = filled_;
    for (std::size_t i = 0; i < rest; ++i) {
      double before = 1, now = pending_[i];
      for (std::size_t k = 0; k < sum_.size(); ++k) {
        deposit(k, before);
        const double next = 2 * pending_[i] * now - before;
        before = now;
        now = next;
      }
    }
    count_ += rest;
    filled_ = 0;
    for (std::size_t k = 0; k < sum_.size(); ++k) sum_[k] += carry_[k];
    return sum_;
  }
  std::size_t count() const { return count_ + filled_; }

 private:
  void flush() {
    constexpr std::size_t lanes = 8;
    std::array<double, 64> totals{};
    for (std::size_t start = 0; start < batch; start += lanes) {
      std::array<double, lanes> before{}, now{}, twice{};
      for (std::size_t i = 0; i < lanes; ++i) {
        before[i] = 1;
        now[i] = pending_[start + i];
        twice[i] = 2 * now[i];
      }
      for (std::size_t k = 0; k < sum_.size(); ++k) {
        double total = 0;
        for (std::size_t i = 0; i < lanes; ++i) total += before[i];
        totals[k] += total;
        for (std::size_t i = 0; i < lanes; ++i) {
          const double next = twice[i] * now[i] - before[i];
          before[i] = now[i];
          now[i] = next;
        }
      }
    }
    for (std::size_t k = 0; k < sum_.size(); ++k) deposit(k, totals[k]);
    count_ += batch;
    filled_ = 0;
  }
  /// Neumaier's summation.
  void deposit(std::size_t k, double value) {
    const double sum = sum_[k] + value;
    carry_[k] +=
        std::abs(sum_[k]) >= std::abs(value) ? (sum_[k] - sum) + value : (value - sum) + sum_[k];
    sum_[k] = sum;
  }

  std::vector<double> sum_, carry_;
  std::array<double, batch> pending_{};
  std::size_t filled_ = 0, count_ = 0;
};

}  // namespace

std::optional<std::vector<RatioRange>> interpolate_ratios(std::span<const double> noise,
                                                          double scale,
                                                          double repeats,
                                                          double widest) {
  const auto [least, most] = std::minmax_element(noise.begin(), noise.end());
  // s = log v = -2 log(scale noise), over [bottom, bottom + 2 half ranges].
  const double bottom = -2 * std::log(scale * *most), top = -2 * std::log(scale * *least);
  const double needed = std::max(1.0, std::ceil((top - bottom) / (2 * widest)));
  if (!(needed <= double(most_ranges))) return std::nullopt;
  const auto ranges = std::size_t(needed);
  // A little wider than the data, so that rounding cannot leave [-1, 1].
  const double half = (top - bottom) / 2 / needed * (1 + 1e-9) + 1e-9;
  const std::size_t m = nodes_for(half);
  std::vector<Moments> moments(ranges, Moments(m));
  for (const double s : noise) {
    const double at = -2 * std::log(scale * s) - bottom;
    const auto index = std::min(std::size_t(std::max(0.0, at / (2 * half))), ranges - 1);
    moments[index].add(std::clamp(at / half - double(2 * index + 1), -1.0, 1.0));
  }
  std::vector<RatioRange> result;
  for (std::size_t r = 0; r < ranges; ++r) {
    const double middle = bottom + double(2 * r + 1) * half;
    RatioRange range{.low = std::exp(-(middle + half) / 2), .high = std::exp(-(middle - half) / 2)};
    const std::vector<double>& sums = moments[r].finish();
    range.count = repeats * double(moments[r].count());
    if (range.count == 0) continue;
    // Recurrence k^2 / 2 units at T_k, sums 40: over the m weights.
    range.rounding = 1.2e-16 * double(m) * (double(m * m) / 3 + 80);
    for (std::size_t j = 0; j < m; ++j) {
      const double angle = std::numbers::pi * (double(j) + 0.5) / double(m);
      double weight = sums[0] / 2;
      for (std::size_t k = 1; k < m; ++k) weight += sums[k] * std::cos(double(k) * angle);
      range.nodes.push_back({.ratio = std::exp(-(middle + half * std::cos(angle)) / 2),
                             .count = repeats * 2 / double(m) * weight});
    }
    result.push_back(std::move(range));
  }
  return result;
}

InterpolationBound::InterpolationBound(const RatioRange& range,
                                       SampledPair pair,
                                       double rate,
                                       double c)
    : c_(c) {
  const double half = std::log(range.high / range.low);  // of log v = -2 log ratio
  const auto m = double(range.nodes.size());
  for (const double angle : {1.0, 0.7, 0.5, 0.35, 0.22}) {
    const double e = ellipse(half, angle), cosine = std::cos(angle);
    // On the ellipse |v| <= v_max and |arg v| <= angle; there the density of w is at most `factor`
    // times the real one of variance v_max / cos(angle).
    const double v_max = std::exp(half * (e + 1 / e) / 2 - half) / (range.low * range.low);
    Ellipse one{.scale = range.count * 4 * 1.39 * std::exp(-(m - 1) * std::log(e)) / (e - 1),
                .factor = 1.01 * std::exp(v_max / 8 * (1 / cosine - cosine)) / std::sqrt(cosine),
                .points = loss_points({pair, rate, std::sqrt(cosine / v_max), 1},
                                      {.c = c, .y = 1, .precision = 40})};
    if (one.points.overflowed) continue;
    for (const Branch& branch : one.points.branches)
      for (std::size_t i = 0; i < one.points.size(); ++i)
        one.tilted.push_back(std::exp((branch.sign * c + branch.offset) * one.points.loss[i] +
                                      one.points.log_weight[i]));
    ellipses_.push_back(std::move(one));
  }
}

double InterpolationBound::at(double y) const {
  double best = infinity;
  for (const auto& [scale, factor, points, tilted] : ellipses_) {
    double bound = std::abs(points.constant) + std::abs(points.slope_z) * std::hypot(c_, y);
    for (std::size_t b = 0; b < points.branches.size(); ++b) {
      const double size = std::hypot(points.branches[b].sign * c_ + points.branches[b].offset, y);
      for (std::size_t i = 0; i < points.size(); ++i) {
        // |e^x - 1 - x| is at most |x|^2 / 2 max(1, e^{Re x}), and at most e^{Re x} + 1 + |x|.
        const double x = size * std::abs(points.loss[i]), w = points.weight[i];
        const double t = tilted[b * points.size() + i];
        bound += std::min(x * x / 2 * std::max(w, t), t + w * (1 + x));
      }
    }
    bound *= factor;
    // |log(1 + g)| <= 1.39 |g| for |g| <= 1/2, which also keeps the logarithm analytic.
    if (bound < 0.5) best = std::min(best, scale * bound);
  }
  return best;
}

}  // namespace dpsco
