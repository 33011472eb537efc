#include "results/files/write_beside.hpp"

#include <fstream>
#include <system_error>
#include <unistd.h>

#include "framework/core/check.hpp"

namespace dpsco {

namespace fs = std::filesystem;

void write_beside(const fs::path& to, const std::function<void(const fs::path&)>& write) {
  fs::path fresh = to;
  fresh += fmt::format(".{}.tmp", getpid());
  std::error_code error;
  fs::remove(fresh, error);
  try {
    write(fresh);
    fs::rename(fresh, to, error);
    require(!error, "can't write {}: {}", to.string(), error.message());
  } catch (...) {
    fs::remove(fresh, error);
    throw;
  }
}

void stream_beside(const fs::path& to, const std::function<void(std::ostream&)>& write) {
  write_beside(to, [&](const fs::path& fresh) {
    std::ofstream out(fresh, std::ios::binary);
    require(out.is_open(), "can't create {}: is the folder there?", to.string());
    write(out);
    out.close();
    require(
        bool(out), "can't write {}: is the disk full, or a limit on file sizes set?", to.string());
  });
}

}  // namespace dpsco
