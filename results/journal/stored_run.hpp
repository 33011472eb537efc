#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "framework/record.hpp"

namespace dpsco {

using Numbers = std::map<std::string, double, std::less<>>;
using Texts = std::map<std::string, std::string, std::less<>>;

/// A run as the journal has it: what tables, resume and comparisons need.
struct StoredRun {
  std::string key{}, digest{};
  Status status = Status::failed;
  std::string reason{}, label{}, suite{};
  std::string algorithm{}, data{}, loss{};  ///< registry names
  Parameters parameters{};                  ///< "algorithm.eta0", "data.n", "loss.h"
  double n = 0, d = 0;
  Target target{};
  std::string calibrate{};
  std::int64_t repetition = 0;
  std::string seed{};
  Numbers metrics{}, bounds{}, schedule{};
  Texts missing{};      ///< why a metric, or "bound/NAME", has no number
  Numbers epsilons{};   ///< by accountant; may be infinite
  Texts directions{};   ///< of epsilons
  Texts unsupported{};  ///< why an accountant has no price
  std::string ledger_hash{}, radius_mark{};
  std::optional<double> optimum_gap{};
  bool isolated = false;
  std::string quality{};
  double wall = 0, cpu = 0;  ///< [s]
  std::int64_t gradients = 0;

  std::string build{};             ///< build id of the process that wrote it
  std::size_t file = 0, line = 0;  ///< index in Journal::files; line from 1
};

/// diverged, failed or timeout: the run has no number, and the table counts it.
inline bool is_failure(Status status) {
  return status == Status::diverged || status == Status::failed || status == Status::timeout;
}

}  // namespace dpsco
