#include "framework/record.hpp"

#include <array>
#include <vector>

#include "framework/core/check.hpp"
#include "framework/core/nearest.hpp"

namespace dpsco {

namespace {
constexpr std::array<std::string_view, 7> status_names{
    "ok", "diverged", "skipped", "infeasible", "failed", "timeout", "cancelled"};
constexpr std::array<std::string_view, 4> direction_names{"upper", "lower", "exact", "estimate"};
}  // namespace

std::string_view name(Status status) {
  return status_names.at(std::size_t(status));
}
std::string_view name(Direction direction) {
  return direction_names.at(std::size_t(direction));
}

Status status_named(std::string_view name) {
  for (std::size_t i = 0; i < status_names.size(); ++i)
    if (status_names[i] == name) return Status(i);
  const std::vector<std::string> known(status_names.begin(), status_names.end());
  throw ConfigError(fmt::format("unknown status '{}'{}", name, did_you_mean(name, known)));
}

}  // namespace dpsco
