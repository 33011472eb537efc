#include "suites/cli/write_file.hpp"

#include <fstream>

#include "framework/core/check.hpp"

namespace dpsco {

void write_file(const std::filesystem::path& file, std::string_view text) {
  std::ofstream out(file, std::ios::binary);
  out << text;
  out.close();
  require(bool(out), "can't write {}: check that its folder exists and has room", file.string());
}

}  // namespace dpsco
