#pragma once

#include <string>
#include <vector>

namespace dpsco {

struct ProgramResult {
  bool started = false;  ///< false: no such program on $PATH
  int status = -1;       ///< exit status; -1 if a signal ended it
  std::string errors{};  ///< what it wrote to stderr
};

/// Runs words[0] from $PATH with the other words as they are: no shell. Its stdin is empty, its
/// stdout goes to the file `output` (/dev/null if empty). Throws ConfigError if the system can't
/// start any program.
ProgramResult run_program(const std::vector<std::string>& words, const std::string& output = {});

}  // namespace dpsco
