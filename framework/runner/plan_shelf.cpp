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
  const auto& [n, d, bounds, mark, constants, regularisation, rank, spectrum] = facts;
  return std::tuple(n,
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
  const std::lock_guard lock(mutex_);
  if (entries_.size() >= most_entries) entries_.clear();
  entries_.insert_or_assign(std::move(key), Entry{facts, std::move(found)});
}

}  // namespace dpsco
