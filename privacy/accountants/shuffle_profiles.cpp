#include "privacy/accountants/shuffle_profiles.hpp"

#include <algorithm>
#include <cmath>

#include <boost/math/special_functions/beta.hpp>

namespace dpsco {

namespace {

/// Bin(n, p): Pr[X > k] and Pr[X = k], 0 outside the support.
struct Binomial {
  double n, p;
  double above(double k) const {
    if (k < 0) return 1;
    return k >= n ? 0 : boost::math::ibeta(k + 1, n - k, p);
  }
  double up_to(double k) const {
    if (k < 0) return 0;
    return k >= n ? 1 : boost::math::ibetac(k + 1, n - k, p);
  }
  double at(double k) const {
    if (k < 0 || k > n) return 0;
    if (p <= 0 || p >= 1) return k == (p <= 0 ? 0 : n) ? 1 : 0;
    return boost::math::ibeta_derivative(k + 1, n - k + 1, p) / (n + 1);
  }
};

/// Hockey stick at e^epsilon of N + Bernoulli(p) against N + Bernoulli(1 - p), N the binomial and
/// gain = p - e^epsilon (1 - p).
/// With b, S the mass and upper tail of N, the likelihood ratio rises in k and exceeds e^epsilon
/// from `threshold` on:  sum_{k >= k0} = b(k0 - 1) gain - (e^epsilon - 1) S(k0 - 1).
double upper_stick(const Binomial& noise, double threshold, double gain, double epsilon) {
  const double k0 = std::floor(threshold) + 1, tail = noise.above(k0 - 1);
  return std::max(0.0, noise.at(k0 - 1) * gain - (tail > 0 ? std::expm1(epsilon) * tail : 0));
}

/// p - e^epsilon (1 - p) for p = e^{eps_0} / (1 + e^{eps_0}); at most 1 however large both are.
double stick_gain(double epsilon, double local_epsilon) {
  return -std::expm1(epsilon - local_epsilon) / (1 + std::exp(-local_epsilon));
}

/// The hockey stick given the number of clones, a threshold in units that never overflow.
double clones_given(double epsilon, double clones, double local_epsilon) {
  const double q = std::exp(-local_epsilon), e = std::exp(-epsilon);
  const double threshold = (clones + 1) * (1 - q * e) / ((1 - q) * (1 + e));
  return upper_stick({clones, 0.5}, threshold, stick_gain(epsilon, local_epsilon), epsilon);
}

}  // namespace

double shuffled_response_delta(double epsilon, std::int64_t n, double local_epsilon) {
  if (epsilon >= local_epsilon) return 0;
  const double total = double(n), q = std::exp(-local_epsilon);
  // low = 1 - e^{eps - eps_0}, high q = e^{eps - eps_0} - e^{-2 eps_0}
  const double low = -std::expm1(epsilon - local_epsilon), high_q = 1 - low - q * q;
  const double gain = stick_gain(epsilon, local_epsilon);
  const Binomial noise{total - 1, q / (1 + q)};
  const double one = upper_stick(noise, total * high_q / (low + high_q), gain, epsilon);
  // The other direction: sum_{k <= k1} = b(k1) (p - e^eps (1 - p)) - (e^eps - 1) F(k1 - 1).
  const double k1 = std::ceil(total * low * q * q / (high_q + low * q * q)) - 1;
  const double tail = noise.up_to(k1 - 1);
  const double other = noise.at(k1) * gain - (tail > 0 ? std::expm1(epsilon) * tail : 0);
  return std::max({0.0, one, other});
}

double clones_delta(double epsilon, std::int64_t n, double local_epsilon) {
  if (epsilon >= local_epsilon) return 0;
  const double others = double(n - 1), without = std::tanh(local_epsilon / 2);
  const Binomial clones{others, std::exp(-local_epsilon)};
  const double mean = others * clones.p, deviation = std::sqrt(mean * (1 - clones.p)) + 1;
  // Blocks a fraction of a standard deviation wide, downwards until the mass left, which costs at
  // most delta(0) without clones, is negligible; all above the first at that one's end.
  double width = std::max(1.0, std::floor(deviation / 16));
  double from = std::floor(mean + 8 * deviation);
  double sum =
      from > others ? 0 : clones.above(from - 1) * clones_given(epsilon, from, local_epsilon);
  for (int blocks = 1; from > 0; ++blocks) {
    if (blocks % 256 == 0) width *= 2;  // for a tiny delta the far tail matters, roughly
    const double low = std::max(0.0, from - width);
    sum += (clones.up_to(from - 1) - clones.up_to(low - 1)) *
           clones_given(epsilon, low, local_epsilon);
    from = low;
    const double left = clones.up_to(from - 1) * without;
    if (left <= 1e-6 * sum) return (sum + left) * (1 + 1e-9);
  }
  return sum * (1 + 1e-9);
}

double approximate_excess(double epsilon,
                          std::int64_t n,
                          double local_epsilon,
                          double local_delta) {
  const double moved = local_delta * (1 + 2 * double(n - 1) * std::exp(-local_epsilon));
  return (1 + std::exp(epsilon)) * moved * (1 + 1e-14);
}

}  // namespace dpsco
