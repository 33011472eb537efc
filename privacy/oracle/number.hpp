// The oracle: reference prices in 50 digits, written from the definitions and sharing no code with
// the accountants that it judges. Tests only.
#pragma once

#include <cstdint>

#include <boost/math/special_functions/erf.hpp>
#include <boost/math/tools/toms748_solve.hpp>
#include <boost/multiprecision/cpp_bin_float.hpp>

namespace dpsco::oracle {

using Number = boost::multiprecision::cpp_bin_float_50;

inline Number pi() {
  return boost::math::constants::pi<Number>();
}

/// Phi(x), the standard normal distribution function.
inline Number normal_cdf(const Number& x) {
  return boost::math::erfc(Number(-x / sqrt(Number(2)))) / 2;
}

/// The root of a decreasing function in [low, high], to 40 digits. pre: a sign change.
template <class Function>
Number root(Function f, const Number& low, const Number& high) {
  std::uintmax_t steps = 200;
  const auto [left, right] = boost::math::tools::toms748_solve(
      f, low, high, boost::math::tools::eps_tolerance<Number>(133), steps);
  return (left + right) / 2;
}

/// The smallest epsilon >= 0 with delta_at(epsilon) <= delta, delta_at continuous and falling to 0.
template <class Profile>
Number epsilon_at(Profile delta_at, const Number& delta, const Number& first_guess = 1) {
  if (delta_at(Number(0)) <= delta) return 0;
  Number high = first_guess;
  while (delta_at(high) > delta) high *= 2;
  return root([&](const Number& e) { return Number(delta_at(e) / delta - 1); }, Number(0), high);
}

}  // namespace dpsco::oracle
