#include "framework/runner/digest.hpp"

#include <iterator>

#include <fmt/format.h>

#include "framework/core/hashing.hpp"

namespace dpsco {

std::string digest_of(const Record& record) {
  fmt::memory_buffer text;
  const auto out = std::back_inserter(text);
  fmt::format_to(out, "{}\n{}\n", record.cell.key, name(record.status));
  for (const auto& [metric, value] : record.metrics) {
    if (value) {
      fmt::format_to(out, "{}={}\n", metric, *value);
    } else {
      fmt::format_to(out, "{} has none\n", metric);
    }
  }
  return sha256_hex({text.data(), text.size()});
}

}  // namespace dpsco
