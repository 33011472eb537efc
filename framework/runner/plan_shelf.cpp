#include "framework/runner/plan_shelf.hpp"

#include <array>
#include <bit>
#include <tuple>

#include <fmt/format.h>

namespace dpsco {

namespace {

constexpr std::size_t most_entries = 512;

/// All of the cell that a plan and its prices depend on.
std::string identity(const Cell& cell) {
  std::string text = fmt::format("{}|{}|{}|{}|{}|{}|",
                                 cell.algorithm.name,
                                 cell.loss.name,
                                 cell.target.epsilon,
                                 cell.target.delta,
                                 name(cell.target.adjacency),
                                 cell.calibrate);
  for (const auto& [parameter, value] : cell.algorithm.parameters)
    text += parameter + '=' + to_text(value) + '|';
  for (const std::string& accountant : cell.accountants) text += accountant + '|';
  return text;
}

/// Members in order; does not compile any more if one is added.
auto numbers(const Facts& facts) {
  const auto& [n, n_mark, d, bounds, mark, constants, regularisation, rank, spectrum] = facts;
  return std::tuple(n,
                    n_mark,
                    d,
                    std::bit_cast<std::array<double, 4>>(bounds),
                    mark,
                    std::bit_cast<std::array<double, 4>>(constants),
                    regularisation,
                    rank);
}

bool equal(const Facts& a, const Facts& b) {
  const bool same_spectrum =
      a.spectrum == b.spectrum ||
      (a.spectrum != nullptr && b.spectrum != nullptr && *a.spectrum == *b.spectrum);
  return numbers(a) == numbers(b) && same_spectrum;
}

std::size_t numbers_in(const Event& event);

std::size_t numbers_in(const std::vector<Event>& events) {
  std::size_t sum = 0;
  for (const Event& event : events) sum += numbers_in(event);
  return sum;
}

/// How many numbers the event's arrays hold. A named schedule is a few, whatever it expands to.
std::size_t numbers_in(const Event& event) {
  const Mechanism& mechanism = event.mechanism;
  if (const auto* steps = std::get_if<Heterogeneous>(&mechanism))
    return steps->noise_multiplier.size() + numbers_in(steps->inner);
  if (const auto* selection = std::get_if<Selection>(&mechanism))
    return numbers_in(selection->inner);
  if (const auto* mixture = std::get_if<LaplaceUniformMixture>(&mechanism))
    return 2 * mixture->rate.size();
  if (const auto* profile = std::get_if<PrivacyProfile>(&mechanism))
    return 2 * profile->epsilon.size();
  if (const auto* iteration = std::get_if<NoisyIteration>(&mechanism))
    if (const auto* arrays = std::get_if<IterationArrays>(&iteration->schedule))
      return 3 * arrays->sigma.size();
  return 8;
}

/// What an entry holds: the ledger as text, and its arrays twice, since most plans keep their own.
std::size_t bytes_of(const Assessment& found) {
  const std::size_t numbers = found.plan != nullptr ? numbers_in(found.plan->ledger.events) : 0;
  return found.ledger.size() + 2 * sizeof(double) * numbers;
}

}  // namespace

std::shared_ptr<const Assessment> PlanShelf::find(const Cell& cell, const Facts& facts) const {
  const std::string key = identity(cell);
  const std::lock_guard lock(mutex_);
  const auto entry = entries_.find(key);
  return entry != entries_.end() && equal(entry->second.facts, facts) ? entry->second.found
                                                                      : nullptr;
}

void PlanShelf::put(const Cell& cell, const Facts& facts, std::shared_ptr<const Assessment> found) {
  std::string key = identity(cell);
  const std::size_t bytes = bytes_of(*found);
  if (bytes > most_bytes_) return;
  const std::lock_guard lock(mutex_);
  if (entries_.size() >= most_entries || bytes_ + bytes > most_bytes_) {
    entries_.clear();
    bytes_ = 0;
  }
  bytes_ += bytes;
  entries_.insert_or_assign(std::move(key), Entry{facts, std::move(found)});
}

}  // namespace dpsco
