#include "framework/core/log_sum.hpp"

#include <limits>

#include <doctest/doctest.h>

#include "framework/testing/near.hpp"

namespace dpsco {

TEST_CASE("log sum: is log(e^a + e^b), far beyond what e^a can hold, and 0 masses add nothing") {
  constexpr double none = -std::numeric_limits<double>::infinity();
  for (const double a : {-3.0, 0.0, 0.7, 5.0})
    for (const double b : {-5.0, -3.0, 0.0, 2.0}) {
      CHECK(near(log_sum(a, b), std::log(std::exp(a) + std::exp(b)), 1e-12));
      CHECK(log_sum(a, b) == log_sum(b, a));
      CHECK(near(log_sum(a + 1e4, b + 1e4), 1e4 + log_sum(a, b), 1e-15));
      CHECK(log_sum(a, none) == a);
    }
  CHECK(log_sum(none, none) == none);
  CHECK(log_sum(-none, 1) == -none);
}

}  // namespace dpsco
