// Plans that were made before: all repetitions of a cell plan alike, and to calibrate is often
// dearer than to run.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "framework/record.hpp"

namespace dpsco {

/// What assess() finds out of facts alone.
struct Assessment {
  Status status = Status::failed;
  std::string reason{};
  std::map<std::string, double> schedule{};
  std::string ledger{};
  std::map<std::string, Outcome<Price>> accounts{};
  std::shared_ptr<const Plan> plan{};  ///< null if refused
};

/// Thread-safe. A plan is a pure function of the method with its parameters, the target, the
/// accountants and the facts, so who plans first changes no result.
class PlanShelf {
 public:
  /// `most_bytes` bounds the ledgers' arrays, as far as they are known: a million different steps
  /// are 8 MB, and grids have hundreds of cells.
  explicit PlanShelf(std::size_t most_bytes = std::size_t(256) << 20U) : most_bytes_(most_bytes) {}
  /// What was found for this cell at equal facts; null if nothing was.
  std::shared_ptr<const Assessment> find(const Cell& cell, const Facts& facts) const;
  /// Keeps `found`, unless it alone is too large. A full shelf is emptied first.
  void put(const Cell& cell, const Facts& facts, std::shared_ptr<const Assessment> found);

 private:
  struct Entry {
    Facts facts{};
    std::shared_ptr<const Assessment> found{};
  };
  std::size_t most_bytes_;
  std::size_t bytes_ = 0;
  mutable std::mutex mutex_{};
  std::map<std::string, Entry> entries_{};
};

}  // namespace dpsco
