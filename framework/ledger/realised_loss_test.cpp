#include "framework/ledger/realised_loss.hpp"

#include <cmath>
#include <type_traits>

#include <doctest/doctest.h>

#include "framework/contracts.hpp"
#include "framework/core/check.hpp"
#include "framework/core/random.hpp"
#include "framework/testing/near.hpp"

namespace dpsco {

// The types keep the metric away from every guarantee.
static_assert(!std::is_convertible_v<RealisedLoss, double>);
static_assert(!std::is_constructible_v<double, RealisedLoss>);
static_assert(!std::is_constructible_v<Price, RealisedLoss>);
static_assert(!std::is_constructible_v<Outcome<Price>, RealisedLoss>);
static_assert(!std::is_constructible_v<Mechanism, RealisedLoss>);
static_assert(!std::is_constructible_v<RealisedLoss, double>);

TEST_CASE("realised loss: at most rate * shift, attained outside, and symmetric") {
  const LaplaceUniform noise{.rate = 3, .width = 0.5};
  CHECK(near(RealisedLoss(noise, -1, 0.1).simulated_nats(), 0.3, 1e-15));
  CHECK(near(RealisedLoss(noise, 2, 0.1).simulated_nats(), 0.3, 1e-15));
  CHECK(RealisedLoss(noise, 0.25, 0.1).simulated_nats() < 0.15);
  Stream stream({1, 8});
  for (int i = 0; i < 200; ++i) {
    const double y = 2 * stream.uniform() - 0.75;
    const double here = RealisedLoss(noise, y, 0.1).simulated_nats();
    CHECK(std::abs(here - RealisedLoss(noise, 0.5 - y, 0.1).simulated_nats()) < 1e-13);
    // The largest over shifts inside is at an end.
    for (const double s : {-0.1, -0.06, 0.02, 0.1}) {
      const double loss = noise.log_density(y) - noise.log_density(y - s);
      CHECK(std::abs(loss) <= here + 1e-12);
    }
  }
}

TEST_CASE("realised loss: adds up") {
  const LaplaceUniform noise{.rate = 1, .width = 1};
  RealisedLoss sum;
  for (int i = 0; i < 3; ++i) sum += RealisedLoss(noise, -1, 0.25);
  CHECK(near(sum.simulated_nats(), 0.75, 1e-15));
  CHECK(sum + RealisedLoss{} == sum);
}

}  // namespace dpsco
