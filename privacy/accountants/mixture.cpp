#include "privacy/accountants/mixture.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>
#include <vector>

#include "framework/core/check.hpp"
#include "privacy/accountants/renyi.hpp"
#include "privacy/numeric/laplace_uniform.hpp"
#include "privacy/numeric/laplace_uniform_renyi.hpp"

namespace dpsco {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
/// Above the rounding of sums over many coordinates.
constexpr double guard = 1e-12;
/// Cells of the bracket that prices a single coordinate: relative width about 1e-4.
constexpr int cells = 128;
/// Points of a one-coordinate profile.
constexpr int profile_points = 256;

/// The stated norms, each also bounded by what the others imply.
struct Shift {
  double inf = 0, two = 0, one = 0;
};

Outcome<Shift> shift_of(const LaplaceUniformMixture& mixture) {
  require(!mixture.rate.empty() && mixture.rate.size() == mixture.width.size(),
          "laplace_uniform_mixture: {} rates and {} widths; expected one of each a coordinate",
          mixture.rate.size(),
          mixture.width.size());
  const auto stated = [](double norm) {
    if (norm > 0) return norm;
    return infinity;
  };
  const auto d = double(mixture.rate.size());
  Shift shift{.inf = stated(mixture.shift_inf),
              .two = stated(mixture.shift_2),
              .one = stated(mixture.shift_1)};
  shift.inf = std::min({shift.inf, shift.two, shift.one});
  if (std::isinf(shift.inf))
    return Skip{
        "laplace_uniform_mixture: none of shift_inf, shift_2 and shift_1 is stated, so nothing "
        "bounds what a record does"};
  shift.two =
      std::min({shift.two, std::sqrt(d) * shift.inf, std::sqrt(shift.inf) * std::sqrt(shift.one)});
  shift.one = std::min({shift.one, std::sqrt(d) * shift.two, d * shift.inf});
  return shift;
}

/// max sum value_l x_l over 0 <= x_l <= each, sum x_l <= total.
double knapsack(std::vector<double> value, double each, double total) {
  std::sort(value.begin(), value.end(), std::greater<>());
  double sum = 0;
  for (const double v : value) {
    const double x = std::min(each, total);
    if (!(x > 0)) break;
    sum += v * x;
    total -= x;
  }
  return sum * (1 + guard);
}

double largest_epsilon(const std::vector<double>& rate, const Shift& shift) {
  const double norm = std::sqrt(std::inner_product(rate.begin(), rate.end(), rate.begin(), 0.0));
  return std::min(knapsack(rate, shift.inf, shift.one), norm * shift.two * (1 + guard));
}

std::vector<double> kappas(const LaplaceUniformMixture& mixture) {
  std::vector<double> kappa(mixture.rate.size());
  for (std::size_t l = 0; l < kappa.size(); ++l)
    kappa[l] = std::clamp(mixture_kappa(mixture.rate[l] * mixture.width[l]), 0.0, 1.0);
  return kappa;
}

/// c_l in units of the output: D <= a c_l s_l^2.
std::vector<double> zcdp_slopes(const LaplaceUniformMixture& mixture,
                                const std::vector<double>& kappa,
                                const Shift& shift) {
  std::vector<double> slope(kappa.size());
  for (std::size_t l = 0; l < slope.size(); ++l) {
    const double rate = mixture.rate[l];
    slope[l] = rate * rate * mixture_zcdp_slope(kappa[l], rate * shift.inf);
  }
  return slope;
}

double squares(const Shift& shift) {
  return std::min(shift.two * shift.two, shift.inf * shift.one);
}

/// Everything that the curve needs besides the order.
struct Curve {
  LaplaceUniformMixture mixture{};
  Shift shift{};
  std::vector<double> kappa{}, zcdp{};
  double epsilon = 0;

  double operator()(double a) const {
    const std::size_t d = kappa.size();
    if (d == 1) {
      const double rate = mixture.rate[0], e = rate * shift.inf;
      return mixture_renyi(rate * mixture.width[0], e, a, cells).upper;
    }
    std::vector<double> slope(d);
    double apart = 0;
    for (std::size_t l = 0; l < d; ++l) {
      const double rate = mixture.rate[l], e = rate * shift.inf;
      slope[l] = std::min(a * zcdp[l], rate * rate * mixture_renyi_slope(kappa[l], e, a));
      apart += mixture_renyi_bound(kappa[l], e, a);  // every coordinate shifted as far as it goes
    }
    return std::min({knapsack(std::move(slope), shift.inf * shift.inf, squares(shift)),
                     apart * (1 + guard),
                     laplace_divergence(epsilon, a)});
  }
};

}  // namespace

Outcome<double> mixture_pure_epsilon(const LaplaceUniformMixture& mixture) {
  const auto shift = shift_of(mixture);
  if (!shift) return shift.skip();
  return largest_epsilon(mixture.rate, *shift);
}

Outcome<double> mixture_rho(const LaplaceUniformMixture& mixture) {
  const auto shift = shift_of(mixture);
  if (!shift) return shift.skip();
  const double epsilon = largest_epsilon(mixture.rate, *shift);
  const double rho = knapsack(
      zcdp_slopes(mixture, kappas(mixture), *shift), shift->inf * shift->inf, squares(*shift));
  return std::min(rho, epsilon * epsilon / 2);
}

Outcome<std::function<double(double)>> mixture_curve(const LaplaceUniformMixture& mixture) {
  const auto shift = shift_of(mixture);
  if (!shift) return shift.skip();
  Curve curve{.mixture = mixture, .shift = *shift, .kappa = kappas(mixture)};
  curve.zcdp = zcdp_slopes(mixture, curve.kappa, *shift);
  curve.epsilon = largest_epsilon(mixture.rate, *shift);
  return std::function<double(double)>(std::move(curve));
}

Outcome<PrivacyProfile> mixture_profile(const LaplaceUniformMixture& mixture) {
  const auto shift = shift_of(mixture);
  if (!shift) return shift.skip();
  if (mixture.rate.size() != 1)
    return Skip{fmt::format(
        "laplace_uniform_mixture: {} coordinates have no single worst pair; one coordinate has",
        mixture.rate.size())};
  const double e = mixture.rate[0] * shift->inf * (1 + guard),
               z = mixture.rate[0] * mixture.width[0];
  PrivacyProfile profile;
  for (int i = 0; i <= profile_points; ++i) {
    const double epsilon = i == profile_points ? e : e * i / profile_points;
    profile.epsilon.push_back(epsilon);
    profile.delta.push_back(
        i == profile_points ? 0
                            : std::min(1.0, mixture_delta(z, e, epsilon) * (1 + guard) + 2e-15));
  }
  return profile;
}

}  // namespace dpsco
