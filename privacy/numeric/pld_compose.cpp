#include "privacy/numeric/pld_compose.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <unsupported/Eigen/FFT>

namespace dpsco {

namespace {

using Complex = std::complex<double>;
constexpr double unit = 0x1p-53;
constexpr double small_tail = 1e-13;  // a tail bound above it is worth another order
constexpr int tail_trials = 5;
constexpr double negligible = -100;  // log magnitude from which a spectrum's power is dropped

/// Every output of the FFT is a sum over inputs, each multiplied by at most log2 N twiddle factors:
/// a level costs sqrt(2) gamma_2 + 3 units (multiplication, twiddle) and two additions, the last
/// one of a real transform has twiddles good to 14 units. So |error| <= this times the sum of
/// |inputs|.
double fft_error(std::size_t points) {
  return unit * (10 * std::log2(double(points)) + 32);
}

/// log sum_i mass_i e^(nu (i - pivot) step), the pivot at the end that keeps terms below 1.
double log_moment(const LatticeLaw& law, double nu, double step) {
  const std::size_t n = law.mass.size();
  const double pivot = nu > 0 ? double(n - 1) : 0, ratio = std::exp(nu * step);
  // A recurrence between fresh values, as long as it can neither under- nor overflow.
  const std::size_t fresh = std::abs(nu * step) < 4 ? 63 : 0;
  double sum = 0, factor = 0;
  for (std::size_t i = 0; i < n; ++i) {
    factor = (i & fresh) == 0 ? std::exp(nu * step * (double(i) - pivot)) : factor * ratio;
    sum += law.mass[i] * factor;
  }
  return std::log(sum) + nu * step * (double(law.first) + pivot);
}

/// Chernoff's bound of the tilted mass at lattice index `edge` or beyond: above it for nu > 0.
double tail(std::span<const LatticeLaw> laws,
            std::span<const std::int64_t> counts,
            double nu,
            double step,
            std::int64_t edge) {
  double log_sum = 1e-9 - nu * double(edge) * step, size = std::abs(log_sum);
  for (std::size_t b = 0; b < laws.size(); ++b) {
    const double term = double(counts[b]) * log_moment(laws[b], nu, step);
    log_sum += term + 1e-10 * double(counts[b]);  // the moment's own relative error
    size += std::abs(term);
  }
  return std::exp(log_sum + 8 * unit * size);
}

Complex power(Complex base, std::int64_t exponent) {
  Complex result = 1;
  for (; exponent > 0; exponent >>= 1U) {
    if ((exponent & 1) != 0) result *= base;
    if (exponent > 1) base *= base;
  }
  return result;
}

/// The product of spectra raised to their counts, and the error of each entry.
struct Spectrum {
  std::vector<Complex> value{};
  std::vector<double> error{};
};

/// |computed^n - true^n| for |computed| = a, |computed - true| <= e.
double power_error(double a, double e, double n) {
  if (a > e) return std::exp(n * std::log(a)) * std::expm1(n * e / a);
  return 2 * std::exp(n * std::log(2 * e));
}

void multiply(Spectrum& product, const std::vector<Complex>& factor, std::int64_t count, double e) {
  const auto n = double(count);
  // A power below e^-100 is set to 0; count 1 is always kept.
  const double small = count > 1 ? std::exp(negligible / n) : 0;
  const double dropped = count > 1 ? std::exp(n * std::log(small + e)) : 0;
  for (std::size_t j = 0; j < product.value.size(); ++j) {
    const double square = std::norm(factor[j]);
    Complex f = 0;
    double f_error = dropped, a = 0;
    if (square > small * small || count == 1) {
      a = std::sqrt(square);
      f = power(factor[j], count);
      f_error = power_error(a, e, n);
    }
    const double size = std::abs(product.value[j]);
    product.error[j] = size * f_error + std::abs(f) * product.error[j] + product.error[j] * f_error;
    product.value[j] *= f;
  }
}

std::size_t wrapped(std::int64_t k, std::size_t points) {
  return std::size_t(k) & (points - 1);  // two's complement: also right for k < 0
}

/// The FFT path. `start` is the lattice index of the window's first point.
void transform(std::span<const LatticeLaw> laws,
               std::span<const std::int64_t> counts,
               std::size_t points,
               std::int64_t start,
               TiltedSum& sum) {
  Eigen::FFT<double> fft;
  fft.SetFlag(Eigen::FFT<double>::HalfSpectrum);
  const std::size_t half = points / 2;
  Spectrum product{.value = std::vector<Complex>(half + 1, 1.0),
                   .error = std::vector<double>(half + 1, 0.0)};
  std::vector<double> folded(points);
  std::vector<Complex> spectrum(half + 1);
  for (std::size_t b = 0; b < laws.size(); ++b) {
    std::fill(folded.begin(), folded.end(), 0);
    double total = 0;
    for (std::size_t i = 0; i < laws[b].mass.size(); ++i) {
      folded[wrapped(laws[b].first + std::int64_t(i), points)] += laws[b].mass[i];
      total += laws[b].mass[i];
    }
    fft.fwd(spectrum.data(), folded.data(), Eigen::Index(points));
    // Raising to a power costs at most 8 more units for each factor.
    multiply(product, spectrum, counts[b], (fft_error(points) + 8 * unit) * total * (1 + 1e-9));
  }
  // The inverse of a Hermitian spectrum F by a forward transform, which shares its twiddles:
  // w = (Re V - Im V) / N, V the transform of Re F - Im F.
  double size = 0, error = 0;
  for (std::size_t j = 0; j <= half; ++j) {
    const double times = j == 0 || j == half ? 1 : 2;
    size += times * std::abs(product.value[j]);
    error += times * product.error[j];
    folded[j] = product.value[j].real() - product.value[j].imag();
    if (j > 0 && j < half) folded[points - j] = product.value[j].real() + product.value[j].imag();
  }
  fft.fwd(spectrum.data(), folded.data(), Eigen::Index(points));
  const double scale = 1 / double(points);
  sum.mass.resize(points);
  for (std::size_t i = 0; i < points; ++i) {
    const std::size_t k = wrapped(start + std::int64_t(i), points);
    const Complex v = spectrum[k <= half ? k : points - k];
    sum.mass[i] = scale * (k <= half ? v.real() - v.imag() : v.real() + v.imag());
  }
  sum.error = scale * (error + (2 * fft_error(points) + 8 * unit) * size) * (1 + 1e-6);
}

}  // namespace

TiltedSum compose(std::span<const LatticeLaw> laws,
                  std::span<const std::int64_t> counts,
                  const PldPlan& plan) {
  TiltedSum sum{.lambda = plan.lambda, .step = plan.lattices.front().step};
  double offset = 0, rounding = 0, uses = 0;
  std::int64_t lowest = 0, highest = 0;
  for (std::size_t b = 0; b < laws.size(); ++b) {
    const auto n = double(counts[b]);
    uses += n;
    offset += n * plan.lattices[b].offset;
    rounding += n * std::max(std::abs(plan.lattices[b].offset), laws[b].largest_loss);
    sum.log_scale += n * plan.tilts[b].log_scale;
    sum.log_finite += n * std::log1p(-laws[b].infinite_mass);
    lowest += counts[b] * laws[b].first;
    highest += counts[b] * (laws[b].first + std::int64_t(laws[b].mass.size()) - 1);
    sum.shift += n * laws[b].shift;
  }
  sum.shift += 64 * unit * rounding;
  if (uses == 1) {
    sum.origin = offset + double(laws.front().first) * sum.step;
    sum.mass = laws.front().mass;
    return sum;
  }
  const auto span = highest - lowest + 1;
  const bool everything = span <= std::int64_t(plan.points);
  const std::int64_t start =
      everything ? lowest : std::int64_t(std::floor((plan.window_low - offset) / sum.step));
  const std::int64_t end = start + std::int64_t(plan.points);
  sum.origin = offset + double(start) * sum.step;
  sum.shift += 8 * unit * std::abs(double(start)) * sum.step;
  transform(laws, counts, plan.points, start, sum);
  // At order 0 Chernoff's bound is the whole mass.
  sum.above = sum.below = everything ? 0 : tail(laws, counts, 0, sum.step, end);
  if (everything) {
    sum.mass.resize(std::size_t(span));  // beyond its support the sum has no mass, only rounding
    return sum;
  }
  for (int i = 0; i < tail_trials && sum.above > small_tail; ++i) {
    const double nu = std::ldexp(plan.higher_order, -3 * i);
    sum.above = std::min(sum.above, tail(laws, counts, nu, sum.step, end));
  }
  for (int i = 0; i < tail_trials && sum.below > small_tail; ++i) {
    const double nu = std::ldexp(plan.lower_order, -3 * i);
    if (nu < plan.least_lower_order) break;
    sum.below = std::min(sum.below, tail(laws, counts, -nu, sum.step, start - 1));
  }
  return sum;
}

}  // namespace dpsco
