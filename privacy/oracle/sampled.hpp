// Sampled Gaussian mechanisms: the characteristic function of the loss by quadrature, taken to the
// T-th power, and inverted on a tilted line.
//
// Unlike the contour engine nothing is centred, nothing is interpolated and no error is bounded: 50
// digits leave room for what cancels, and the steps are finer than 25 digits need.
#pragma once

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include <boost/math/quadrature/gauss.hpp>
#include <boost/math/tools/minima.hpp>

#include "privacy/oracle/number.hpp"

namespace dpsco::oracle {

/// Mixture (1-q) N(0) + q N(1) against N(0), the reverse, or the symmetric pair of sampling without
/// replacement; noise `ratio` in units of the sensitivity.
enum class Pair { remove, add, symmetric };

struct SampledGaussian {
  Pair pair = Pair::remove;
  Number rate = 0, ratio = 1;
};

/// E_Q[(P/Q)^alpha] at a whole order: binomial expansion of the mixture's density.
inline Number sampled_renyi_whole(const Number& q, const Number& ratio, int alpha) {
  Number sum = 0, choose = 1;
  for (int k = 0; k <= alpha; ++k) {
    sum +=
        choose * pow(1 - q, alpha - k) * pow(q, k) * exp(Number(k) * (k - 1) / (2 * ratio * ratio));
    choose *= Number(alpha - k) / (k + 1);
  }
  return log(sum) / (alpha - 1);
}

class SampledCurve {
 public:
  /// A curve of `count` uses for epsilons near those of `delta`.
  SampledCurve(SampledGaussian step, int count, const Number& delta)
      : step_(std::move(step)), count_(count) {
    place_points(8);
    // Left of the best tilt by a third: then what the trapezoid rule adds,
    // delta(epsilon + 2 pi m / h) e^{2 pi m c / h}, falls at either end by e^-60.
    const double best = line(delta);
    c_ = best / 1.5;
    h_ = 2 * pi() * best / std::max(180.0, 90 + 1.5 * std::abs(double(log(delta))));
    place_points(c_);
    add_nodes();
  }

  Number delta(const Number& epsilon) const {
    Number sum = 0;
    for (std::size_t k = 0; k < nodes_.size(); ++k) {
      const Number y = h_ * k;
      const auto& [log_size, angle] = nodes_[k];
      const Number size = exp(log_size - c_ * epsilon), turn = angle - y * epsilon;
      // Re of e^{i turn} / (z (z + 1)), z (z + 1) = a + i b.
      const Number a = c_ * (c_ + 1) - y * y, b = y * (2 * c_ + 1);
      const Number term = size * (cos(turn) * a + sin(turn) * b) / (a * a + b * b);
      sum += k == 0 ? Number(term / 2) : term;
    }
    return sum * h_ / pi();
  }
  Number epsilon(const Number& delta_wanted) const {
    return epsilon_at([&](const Number& e) { return delta(e); }, delta_wanted, Number(guess_));
  }
  /// log E_Q[(P/Q)^alpha] / (alpha - 1) of one use, by the same quadrature.
  static Number renyi(const Number& q, const Number& ratio, const Number& alpha) {
    SampledCurve curve({Pair::remove, q, ratio});
    curve.place_points(double(alpha));
    Number sum = 0;
    for (const Point& point : curve.points_) sum += point.weight * exp(alpha * point.loss);
    return log(sum) / (alpha - 1);
  }

 private:
  struct Point {
    Number loss, weight;
  };

  explicit SampledCurve(SampledGaussian step) : step_(std::move(step)) {}

  void add_point(const Number& u, const Number& width) {
    const Number x = u * step_.ratio;
    const Number r =
        1 - step_.rate + step_.rate * exp((2 * x - 1) / (2 * step_.ratio * step_.ratio));
    points_.push_back({log(r), width * exp(-u * u / 2) / sqrt(2 * pi())});
  }

  /// Points for every tilt up to c: fifteen deviations beyond where the integrand can peak.
  void place_points(double c) {
    points_.clear();
    const double shift = (c + 1) / double(step_.ratio);
    if (step_.pair == Pair::symmetric) {
      using Gauss = boost::math::quadrature::gauss<Number, 30>;
      const Number half("0.25"), start = 1 / (2 * step_.ratio);
      for (int panel = 0; half * 2 * panel < 15 + shift; ++panel) {
        const Number middle = start + half * (2 * panel + 1);
        for (std::size_t i = 0; i < Gauss::abscissa().size(); ++i)
          for (const int side : {-1, 1})
            add_point(middle + side * half * Gauss::abscissa()[i], half * Gauss::weights()[i]);
      }
      return;
    }
    const int high = int(24 * (15 + (step_.pair == Pair::remove ? shift : 0))),
              low = int(24 * (15 + (step_.pair == Pair::add ? shift : 0)));
    for (int i = -low; i <= high; ++i) add_point(Number(i) / 24, Number(1) / 24);
  }

  /// M(z) = sum of w e^{zeta l} over zeta = 1 + z (remove), -z (add), or both, with the atom.
  bool has_rising() const { return step_.pair != Pair::add; }
  bool has_falling() const { return step_.pair != Pair::remove; }
  Number atom() const {
    if (step_.pair != Pair::symmetric) return 0;
    return (1 - step_.rate) * (2 * normal_cdf(1 / (2 * step_.ratio)) - 1);
  }

  /// Where to integrate: the tilt of the best Chernoff bound. Plain doubles will do.
  double line(const Number& delta) {
    std::vector<std::pair<double, double>> points;
    for (const Point& point : points_)
      points.emplace_back(double(point.loss), double(log(point.weight)));
    const auto bound = [&](double log_c) {
      const double c = std::exp(log_c);
      double m = double(atom());
      for (const auto& [l, log_weight] : points) {
        if (has_rising()) m += std::exp(log_weight + (1 + c) * l);
        if (has_falling()) m += std::exp(log_weight - c * l);
      }
      return (count_ * std::log(m) + c * log_c - (1 + c) * std::log1p(c) - double(log(delta))) / c;
    };
    const auto best = boost::math::tools::brent_find_minima(bound, -2.0, 7.0, 12);
    guess_ = std::max(best.second, 1e-3);
    return std::exp(best.first);
  }

  /// K(c + i k h) upwards until nothing is left at 1e-30 of the first.
  void add_nodes() {
    std::vector<Number> re, im, cosine, sine;
    const auto add = [&](const Number& zeta, int sign) {
      for (const Point& point : points_) {
        re.push_back(point.weight * exp(zeta * point.loss));
        im.emplace_back(0);
        cosine.push_back(cos(h_ * point.loss));
        sine.push_back(sign * sin(h_ * point.loss));
      }
    };
    if (has_rising()) add(1 + Number(c_), 1);
    if (has_falling()) add(-Number(c_), -1);
    const Number constant = atom();
    double first = 0;
    for (int k = 0, small = 0; small < 8; ++k) {
      Number a = constant, b = 0;
      for (std::size_t i = 0; i < re.size(); ++i) {
        a += re[i];
        b += im[i];
        const Number turned = re[i] * cosine[i] - im[i] * sine[i];
        im[i] = re[i] * sine[i] + im[i] * cosine[i];
        re[i] = turned;
      }
      nodes_.emplace_back(count_ * log(a * a + b * b) / 2, count_ * atan2(b, a));
      const double size =
          double(nodes_.back().first) - 2 * std::log(std::hypot(c_, k * double(h_)));
      if (k == 0) first = size;
      small = size < first - 70 ? small + 1 : 0;
    }
  }

  SampledGaussian step_;
  int count_ = 1;
  double c_ = 0, guess_ = 1;
  Number h_ = 0;
  std::vector<Point> points_{};
  std::vector<std::pair<Number, Number>> nodes_{};  ///< (Re K, Im K)
};

}  // namespace dpsco::oracle
