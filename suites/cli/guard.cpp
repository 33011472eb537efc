#include "suites/cli/guard.hpp"

#include <csignal>
#include <cstdio>
#include <exception>

#include <fmt/core.h>

#include "framework/core/check.hpp"

namespace dpsco {

int guarded(const std::function<int()>& command) {
  // A file that would grow past the shell's limit is then a failed write, told like a full disk.
  std::signal(SIGXFSZ, SIG_IGN);
  try {
    return command();
  } catch (const ConfigError& error) {
    fmt::print(stderr, "dpsco: {}\n", error.what());
    return 2;
  } catch (const std::exception& error) {
    fmt::print(stderr, "dpsco: {}\n", error.what());
    return 1;
  }
}

}  // namespace dpsco
