#include "framework/ledger/first_releases.hpp"

#include <algorithm>

namespace dpsco {

std::int64_t release_count(const Ledger& ledger) {
  std::int64_t count = 0;
  for (const Event& event : ledger.events) count += event.count;
  return count;
}

Ledger first_releases(const Ledger& ledger, std::int64_t releases) {
  Ledger out{.adjacency = ledger.adjacency};
  for (const Event& event : ledger.events) {
    const std::int64_t taken = std::min(event.count, releases);
    if (taken > 0) out.events.push_back({.mechanism = event.mechanism, .count = taken});
    releases -= taken;
  }
  return out;
}

}  // namespace dpsco
