#include "results/journal/stored_run.hpp"

#include <fmt/format.h>

#include "results/journal/lookup.hpp"

namespace dpsco {

std::string priced_name(std::string_view accountant, double delta) {
  return fmt::format("{}@{}", accountant, delta);
}

std::optional<StoredPrice> price_at(const StoredRun& run,
                                    std::string_view accountant,
                                    double delta) {
  if (delta == run.target.delta) {
    StoredPrice price{.epsilon = number_in(run.epsilons, accountant),
                      .lower = number_in(run.lowers, accountant),
                      .direction = text_in(run.directions, accountant),
                      .note = text_in(run.notes, accountant),
                      .unsupported = text_in(run.unsupported, accountant)};
    if (!price.epsilon && price.unsupported.empty()) return {};
    return price;
  }
  const auto found = run.priced.find(priced_name(accountant, delta));
  if (found == run.priced.end()) return {};
  return found->second;
}

}  // namespace dpsco
