#include "suites/cli/guard.hpp"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <exception>
#include <system_error>

#include <fmt/core.h>

#include "framework/core/check.hpp"

namespace dpsco {

int guarded(const std::function<int()>& command) {
  // A file that would grow past the shell's limit is then a failed write, told like a full disk.
  std::signal(SIGXFSZ, SIG_IGN);
  try {
    const int code = command();
    // What is left in the buffer may not fit either: a cut answer must not look like a whole one.
    if (std::fflush(stdout) != 0)
      throw std::system_error(errno, std::generic_category(), "cannot write all of the output");
    return code;
  } catch (const ConfigError& error) {
    fmt::print(stderr, "dpsco: {}\n", error.what());
    return 2;
  } catch (const std::exception& error) {
    fmt::print(stderr, "dpsco: {}\n", error.what());
    return 1;
  }
}

}  // namespace dpsco
