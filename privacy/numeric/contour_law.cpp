#include "privacy/numeric/contour_law.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace dpsco {

namespace {

constexpr double unit = 1.2e-16;  // a little above 2^-53
constexpr int moments = 18;  // of points with |zeta l| <= 1: the rest is below 1e-17 of the first
/// Sums run over chunks of so many points first: n terms err by chunk + n / chunk units, not n.
constexpr std::size_t chunk = 32;
/// Beyond this exponent the scale is taken out, so that nothing overflows.
constexpr double large_exponent = 300;

double largest_exponent(const LossPoints& points, double c) {
  double largest = 0;
  for (const Branch& branch : points.branches) {
    const double zeta = branch.sign * c + branch.offset;
    for (std::size_t i = 0; i < points.size(); ++i)
      largest = std::max(largest, zeta * points.loss[i] + points.log_weight[i]);
  }
  return largest;
}

/// log(1 + g), the real part without cancellation for small g.
std::complex<double> log_1p(std::complex<double> g) {
  const double a = g.real(), b = g.imag();
  const bool small = std::abs(a) + std::abs(b) < 0.5;
  return {small ? std::log1p(2 * a + a * a + b * b) / 2 : std::log(std::hypot(1 + a, b)),
          std::atan2(b, 1 + a)};
}

}  // namespace

LogMoment log_moment(const LossPoints& points, double c) {
  const double largest = largest_exponent(points, c);
  const double shift = largest > large_exponent ? largest : 0, scale = std::exp(-shift);
  double sum = 0, first = 0, second = 0;
  for (const Branch& branch : points.branches) {
    const double zeta = branch.sign * c + branch.offset;
    for (std::size_t i = 0; i < points.size(); ++i) {
      const double l = points.loss[i], x = zeta * l, w = points.weight[i] * scale;
      const double t = std::exp(x + points.log_weight[i] - shift);
      sum += std::abs(x) < 0.5 ? w * exp_minus_linear(x) : t - w * (1 + x);
      first += branch.sign * l * (std::abs(x) < 0.5 ? w * std::expm1(x) : t - w);
      second += l * l * t;
    }
  }
  sum += scale * (points.constant + points.slope_z * c);
  first += scale * points.slope_z;
  const double m = shift > 0 ? sum + scale : 1 + sum;
  const double slope = first / m;
  return {.value = shift > 0 ? shift + std::log(m) : std::log1p(sum),
          .slope = slope,
          .curvature = second / m - slope * slope};
}

ContourLine::ContourLine(const LossPoints& points, double c, double h)
    : points_(points), c_(c), h_(h) {
  const double largest = largest_exponent(points, c);
  if (largest > large_exponent) shift_ = largest;
  log_m_at_c_ = log_moment(points, c).value;
  const std::size_t n = points.size();
  size_.reserve(n * points.branches.size());
  for (const Branch& branch : points.branches)
    for (std::size_t i = 0; i < n; ++i)
      size_.push_back(std::exp((branch.sign * c + branch.offset) * points.loss[i] +
                               points.log_weight[i] - shift_));
  turn_re_.resize(n);
  turn_im_.resize(n);
  for (std::size_t i = 0; i < n; ++i) {
    turn_re_[i] = std::cos(h * points.loss[i]);
    turn_im_[i] = std::sin(h * points.loss[i]);
  }
  for (auto* scratch : {&re_, &im_, &spin_re_, &spin_im_}) scratch->reserve(n + 4);
}

double ContourLine::evaluate(double first, Block& log_m) {
  const std::size_t n = points_.size();
  const double scale = std::exp(-shift_), last_y = (first + double(block) - 1) * h_;
  std::array<double, block> sum_re{}, sum_im{};
  double error = 0;
  for (std::size_t b = 0; b < points_.branches.size(); ++b) {
    const Branch branch = points_.branches[b];
    const double* size = size_.data() + b * n;
    const double zeta_c = branch.sign * c_ + branch.offset;
    const double reach = std::hypot(zeta_c, last_y);
    // Losses increase, so those with |zeta l| <= 1 on the whole block are neighbours.
    const auto begin = points_.loss.begin();
    const auto low = std::size_t(std::lower_bound(begin, points_.loss.end(), -1 / reach) - begin);
    const auto high = std::size_t(std::upper_bound(begin, points_.loss.end(), 1 / reach) - begin);

    // Small: a polynomial in zeta.
    std::array<double, moments + 1> moment{};
    double small_error = 0;
    for (std::size_t start = low; start < high; start += chunk) {
      std::array<double, moments + 1> part{};
      for (std::size_t i = start; i < std::min(high, start + chunk); ++i) {
        const double l = points_.loss[i];
        double power = points_.weight[i] * l;
        small_error += power * l * points_.noise[i] + std::abs(power) * points_.condition[i] * 8;
        for (int j = 2; j <= moments; ++j) part[std::size_t(j)] += (power *= l / j);
      }
      for (int j = 2; j <= moments; ++j) moment[std::size_t(j)] += part[std::size_t(j)];
    }
    error += scale * small_error * reach * reach;

    // Large: term by term.
    re_.clear();
    im_.clear();
    spin_re_.clear();
    spin_im_.clear();
    double weights = 0, means = 0;
    const auto direct = [&](std::size_t from, std::size_t to) {
      for (std::size_t i = from; i < to; ++i) {
        const double l = points_.loss[i], w = points_.weight[i], angle = first * h_ * l;
        re_.push_back(size[i] * std::cos(angle));
        im_.push_back(branch.sign * size[i] * std::sin(angle));
        spin_re_.push_back(turn_re_[i]);
        spin_im_.push_back(branch.sign * turn_im_[i]);
        weights += w;
        means += w * l;
        const double units = points_.noise[i] + 8 * reach * points_.condition[i];
        error += size[i] * units + scale * w * (1 + reach * std::abs(l)) * points_.noise[i] +
                 scale * w * 8 * reach * points_.condition[i];
      }
    };
    direct(0, low);
    direct(high, n);
    while (re_.size() % 4 != 0)
      for (auto* scratch : {&re_, &im_, &spin_re_, &spin_im_}) scratch->push_back(0);

    for (std::size_t k = 0; k < block; ++k) {
      for (std::size_t start = 0; start < re_.size(); start += chunk) {
        std::array<double, 4> part_re{}, part_im{};  // four lanes vectorise
        for (std::size_t i = start; i < std::min(re_.size(), start + chunk); i += 4)
          for (std::size_t lane = 0; lane < 4; ++lane) {
            const double x = re_[i + lane], y = im_[i + lane];
            part_re[lane] += x;
            part_im[lane] += y;
            re_[i + lane] = x * spin_re_[i + lane] - y * spin_im_[i + lane];
            im_[i + lane] = x * spin_im_[i + lane] + y * spin_re_[i + lane];
          }
        sum_re[k] += (part_re[0] + part_re[1]) + (part_re[2] + part_re[3]);
        sum_im[k] += (part_im[0] + part_im[1]) + (part_im[2] + part_im[3]);
      }
      const std::complex<double> zeta(zeta_c, branch.sign * (first + double(k)) * h_);
      std::complex<double> series = 0;
      for (int j = moments; j >= 2; --j) series = series * zeta + moment[std::size_t(j)];
      series *= zeta * zeta;
      const std::complex<double> centred = scale * (series - weights - means * zeta);
      sum_re[k] += centred.real();
      sum_im[k] += centred.imag();
    }
  }
  error += scale *
           (std::abs(points_.constant) + std::abs(points_.slope_z) * std::hypot(c_, last_y)) *
           (80 + double(n));
  for (std::size_t k = 0; k < block; ++k) {
    const double y = (first + double(k)) * h_;
    const std::complex<double> g(sum_re[k] + scale * (points_.constant + points_.slope_z * c_),
                                 sum_im[k] + scale * points_.slope_z * y);
    log_m[k] = shift_ > 0 ? shift_ + std::log(g + scale) : log_1p(g);
  }
  return error * unit * std::exp(shift_ - log_m_at_c_);
}

}  // namespace dpsco
