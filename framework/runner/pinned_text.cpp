#include "framework/runner/pinned_text.hpp"

#include <fstream>
#include <iterator>

#include "framework/core/check.hpp"
#include "framework/core/hashing.hpp"

namespace dpsco {

std::string read_pinned_text(std::string_view pinned) {
  constexpr std::size_t shortest = 12;
  const std::size_t mark = pinned.rfind('#');
  const std::string path(pinned.substr(0, mark));
  std::ifstream file(path, std::ios::binary);
  require(bool(file), "can't read '{}': no such file, or no permission", path);
  std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  require(!file.bad(), "reading '{}' failed halfway", path);
  const std::string digest = sha256_hex(text);
  const std::string_view given =
      mark == std::string_view::npos ? std::string_view() : pinned.substr(mark + 1);
  require(given.size() >= shortest && digest.starts_with(given),
          "'{}' must name its content, so that results know it: write '{}#{}'",
          pinned,
          path,
          digest.substr(0, shortest));
  return text;
}

}  // namespace dpsco
