#include "framework/grid/memory_size.hpp"

#include <array>
#include <charconv>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "framework/core/check.hpp"
#include "framework/core/nearest.hpp"

namespace dpsco {

namespace {

constexpr std::array<std::pair<std::string_view, double>, 9> units{{{"B", 1},
                                                                    {"kB", 1e3},
                                                                    {"MB", 1e6},
                                                                    {"GB", 1e9},
                                                                    {"TB", 1e12},
                                                                    {"KiB", 0x1p10},
                                                                    {"MiB", 0x1p20},
                                                                    {"GiB", 0x1p30},
                                                                    {"TiB", 0x1p40}}};

double unit_named(std::string_view name, std::string_view text) {
  if (name.empty()) return 1;
  std::vector<std::string> known;
  for (const auto& [unit, bytes] : units) {
    if (unit == name) return bytes;
    known.emplace_back(unit);
  }
  throw ConfigError(fmt::format(
      "'{}' is not a memory size: unknown unit '{}'{}", text, name, did_you_mean(name, known)));
}

}  // namespace

std::int64_t memory_size(std::string_view text) {
  double number = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number, std::chars_format::fixed);
  require(error == std::errc(),
          R"('{}' is not a memory size: write a number and a unit, "2GiB" or "512MiB")",
          text);
  std::string_view unit(rest, std::size_t(end - rest));
  while (!unit.empty() && unit.front() == ' ') unit.remove_prefix(1);
  const double bytes = number * unit_named(unit, text);
  require(bytes >= 1 && bytes < 0x1p63, "memory of '{}' is outside [1 byte, 8 EiB)", text);
  return std::int64_t(bytes);
}

}  // namespace dpsco
