#include "framework/problem/fits.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace dpsco {

namespace {

/// `words` is a space-separated list.
bool lists(std::string_view words, std::string_view word) {
  while (!words.empty()) {
    const std::size_t end = std::min(words.find(' '), words.size());
    if (words.substr(0, end) == word) return true;
    words.remove_prefix(std::min(end + 1, words.size()));
  }
  return false;
}

}  // namespace

std::string unmet_need(const Card& card, const Facts& facts, std::string_view loss_name) {
  const auto needs = [&](Needs need) { return (card.needs & need) != 0; };
  if (needs(needs_smooth) && !std::isfinite(facts.L()))
    return fmt::format("needs a smooth loss; '{}' has no L", loss_name);
  if (needs(needs_lipschitz) && !std::isfinite(facts.G()))
    return fmt::format("needs a Lipschitz loss; '{}' has no G over all of R^d", loss_name);
  if (needs(needs_lipschitz_on_ball) && !std::isfinite(facts.constants.lipschitz_on_ball))
    return fmt::format(
        "needs a loss that is Lipschitz on ||w|| <= {}; '{}' has no G there", facts.R(), loss_name);
  if (needs(needs_strongly_convex) && !(facts.regularisation > 0))
    return fmt::format("needs strong convexity; '{}' has lambda = 0", loss_name);
  return {};
}

std::string unclaimed(const Card& card, Adjacency adjacency) {
  if (lists(card.adjacencies, name(adjacency))) return {};
  return fmt::format("claims privacy under {}; the target asks for {}",
                     card.adjacencies.empty() ? "no adjacency" : card.adjacencies,
                     name(adjacency));
}

}  // namespace dpsco
