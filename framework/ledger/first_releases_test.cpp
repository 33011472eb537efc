#include "framework/ledger/first_releases.hpp"

#include <doctest/doctest.h>

namespace dpsco {

TEST_CASE("first releases: events in order, the last one cut, and no more than there are") {
  const Ledger all{.adjacency = Adjacency::zero_out,
                   .events = {{Pure{0.5}, 3}, {Gaussian{.noise_multiplier = 2}, 4}}};
  CHECK(release_count(all) == 7);
  CHECK(first_releases(all, 0).events.empty());
  const Ledger five = first_releases(all, 5);
  CHECK(five.adjacency == Adjacency::zero_out);
  REQUIRE(five.events.size() == 2);
  CHECK(five.events[0].count == 3);
  CHECK(five.events[1].count == 2);
  CHECK(std::get<Gaussian>(five.events[1].mechanism).noise_multiplier == 2);
  CHECK(to_json(first_releases(all, 100)) == to_json(all));
}

}  // namespace dpsco
