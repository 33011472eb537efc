#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "framework/ledger/budget.hpp"
#include "framework/registry/card.hpp"

namespace dpsco {

/// A plug-in picked by a grid: registry name and all its parameters, defaults included.
struct Choice {
  std::string name{};
  Parameters parameters{};
};

/// One run, frozen: everything that decides its numbers, and nothing that does not.
struct Cell {
  Choice data{}, loss{}, algorithm{};
  Target target{};
  std::string calibrate{};  ///< accountant that sets the noise
  std::vector<std::string> metrics{};
  std::int64_t repetition = 0;
  std::uint64_t seed = 0;
  std::string key{};          ///< SHA-256 of all of the above and the plug-ins' versions
  std::string problem_key{};  ///< of data, loss and (if the data vary) repetition: cells that share
                              ///< a problem
  std::string
      stream_key{};  ///< as key, without the metrics: what is measured must not move the noise
  std::string shared_key{};  ///< of data and repetition: names the streams that methods share

  // Not part of the key: how a cell is shown and what is computed beside it.
  std::string label{};  ///< row of the table; the algorithm's name unless the grid says
  std::vector<std::string> accountants{};  ///< price the ledger
  std::vector<std::string> bounds{};       ///< evaluated on the plan
};

}  // namespace dpsco
