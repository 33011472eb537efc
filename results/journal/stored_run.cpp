#include "results/journal/stored_run.hpp"

#include <fmt/format.h>

namespace dpsco {

namespace {

std::string text_in(const Texts& texts, std::string_view name) {
  const auto found = texts.find(name);
  return found == texts.end() ? "" : found->second;
}

std::optional<double> number_in(const Numbers& numbers, std::string_view name) {
  const auto found = numbers.find(name);
  return found == numbers.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace

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
