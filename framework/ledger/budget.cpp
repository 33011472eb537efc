#include "framework/ledger/budget.hpp"

#include <array>
#include <string>
#include <vector>

#include "framework/core/check.hpp"
#include "framework/core/nearest.hpp"

namespace dpsco {

namespace {
constexpr std::array all{Adjacency::replace_one, Adjacency::add_remove, Adjacency::zero_out};
}  // namespace

std::string_view name(Adjacency adjacency) {
  switch (adjacency) {
    case Adjacency::replace_one:
      return "replace_one";
    case Adjacency::add_remove:
      return "add_remove";
    case Adjacency::zero_out:
      return "zero_out";
  }
  return "";
}

Adjacency adjacency_named(std::string_view name) {
  std::vector<std::string> known;
  for (const Adjacency adjacency : all) {
    if (dpsco::name(adjacency) == name) return adjacency;
    known.emplace_back(dpsco::name(adjacency));
  }
  throw ConfigError(fmt::format("unknown adjacency '{}'{}", name, did_you_mean(name, known)));
}

}  // namespace dpsco
