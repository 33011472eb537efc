#include "framework/ledger/batch_rule.hpp"

#include <algorithm>
#include <cmath>

#include "framework/ledger/schedule.hpp"

namespace dpsco {

namespace {

/// Smallest m >= 1 with m^2 left >= wanted: floating point proposes, the products decide.
template <class Number>
std::int64_t smallest_root(Number wanted, Number left) {
  const auto fits = [&](std::int64_t m) { return Number(m) * Number(m) * left >= wanted; };
  auto m = std::max<std::int64_t>(1, std::int64_t(std::sqrt(double(wanted) / double(left))));
  while (m > 1 && fits(m - 1)) --m;
  while (!fits(m)) ++m;
  return m;
}

}  // namespace

std::int64_t BatchRule::batch(std::int64_t t, std::int64_t T) const {
  if (printed_index) --t;
  const std::int64_t k = t - 1, left = T - k;
  switch (kind) {
    case Kind::growing:
      return growing_batch(t, T);
    case Kind::snowball:
      return smallest_root(growth, double(left));
    case Kind::equalised_harmonic:
      return smallest_root(k * k, left * (T + k));
    case Kind::equalised_constant: {
      // (1 - q)/q, without cancellation; T = 1 forgets everything at once.
      const double odds = std::expm1(-2 * double(left) * std::log1p(-1 / double(T)));
      return std::isinf(odds) ? 1 : smallest_root(1.0, odds);
    }
  }
  return 1;  // not reached: the switch is complete
}

std::int64_t BatchRule::horizon(std::int64_t n) const {
  const auto fits = [&](std::int64_t T) {
    std::int64_t sum = 0;
    for (std::int64_t t = T; t >= 2 && sum <= n; --t) sum += batch(t, T);  // the largest first
    return sum <= n;
  };
  std::int64_t low = 1, high = n + 2;  // invariant: low fits in n records, high does not (m_t >= 1)
  while (high - low > 1) {
    const std::int64_t middle = low + (high - low) / 2;
    (fits(middle) ? low : high) = middle;
  }
  return low;
}

}  // namespace dpsco
