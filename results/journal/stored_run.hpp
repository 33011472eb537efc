#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "framework/record.hpp"

namespace dpsco {

using Numbers = std::map<std::string, double, std::less<>>;
using Texts = std::map<std::string, std::string, std::less<>>;

/// What an accountant says of a ledger at one delta: a number, or why there is none.
struct StoredPrice {
  std::optional<double> epsilon{}, lower{};  ///< in nats; epsilon may be infinite
  std::string direction{};                   ///< of epsilon: upper, lower, exact, estimate
  std::string note{}, unsupported{};
};

/// A run as the journal has it: what tables, resume and comparisons need.
struct StoredRun {
  std::string key{}, problem_key{}, digest{};
  Status status = Status::failed;
  std::string reason{}, label{}, suite{};
  std::string algorithm{}, data{}, loss{};  ///< registry names
  std::string data_hash{};                  ///< SHA-256 of the files behind the data, if any
  Parameters parameters{};                  ///< "algorithm.eta0", "data.n", "loss.h"
  double n = 0, d = 0;
  Target target{};
  std::string calibrate{};
  std::int64_t repetition = 0;
  std::string seed{};
  Numbers metrics{}, bounds{}, schedule{};
  std::map<std::string, int, std::less<>> bound_versions{};  ///< of bounds; unlisted: 1
  Texts missing{};      ///< why a metric, or "bound/NAME", has no number
  Numbers epsilons{};   ///< by accountant; may be infinite
  Texts directions{};   ///< of epsilons
  Numbers lowers{};     ///< lower bounds beside epsilons, where there is one
  Texts notes{};        ///< of epsilons: order used, slack, warnings
  Texts unsupported{};  ///< why an accountant has no price
  /// Prices at other deltas than the target's, which `dpsco account` added: by priced_name().
  std::map<std::string, StoredPrice, std::less<>> priced{};
  std::string ledger_hash{}, radius_mark{};
  std::optional<double> optimum_gap{};
  bool isolated = false;
  std::string quality{};
  double wall = 0, cpu = 0;                  ///< [s]
  std::optional<double> wait{}, pressure{};  ///< [s], [%]
  std::int64_t voluntary_switches = 0, involuntary_switches = 0;
  std::int64_t gradients = 0;
  std::string started{}, finished{};  ///< UTC, text that sorts by time

  std::string build{}, env_key{};  ///< of the process that wrote it
  std::size_t file = 0, line = 0;  ///< index in Journal::files; line from 1
};

/// "pld@1e-06": what an accountant says at a delta.
std::string priced_name(std::string_view accountant, double delta);

/// The run's price by an accountant at a delta, be it the target's or another; empty if nobody
/// asked.
std::optional<StoredPrice> price_at(const StoredRun& run,
                                    std::string_view accountant,
                                    double delta);

/// diverged, failed or timeout: the run has no number, and the table counts it.
inline bool is_failure(Status status) {
  return status == Status::diverged || status == Status::failed || status == Status::timeout;
}

}  // namespace dpsco
