// Plans that were made before: all repetitions of a cell plan alike, and to calibrate is often
// dearer than to run.
#pragma once

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
  /// What was found for this cell at equal facts; null if nothing was.
  std::shared_ptr<const Assessment> find(const Cell& cell, const Facts& facts) const;
  /// Keeps `found`. A full shelf is emptied first.
  void put(const Cell& cell, const Facts& facts, std::shared_ptr<const Assessment> found);

 private:
  struct Entry {
    Facts facts{};
    std::shared_ptr<const Assessment> found{};
  };
  mutable std::mutex mutex_{};
  std::map<std::string, Entry> entries_{};
};

}  // namespace dpsco
