#pragma once

#include <span>
#include <string>
#include <vector>

namespace dpsco {

struct Finished {
  int code = 0;  ///< exit code; 128 + signal if it was killed
  std::string out{}, error{};
};

/// Runs a program (words[0]: path, or looked up in PATH) with exactly this environment, waits, and
/// returns what it wrote. Throws ConfigError if it can't be started.
Finished spawned(const std::vector<std::string>& words,
                 const std::vector<std::string>& environment);

/// Environment of every measurement: nothing of the user's, so that its length and content can't
/// move an address or a choice. PATH for valgrind; glibc's size thresholds, which else follow the
/// machine's caches, at fixed values.
const std::vector<std::string>& clean_environment();

/// `words` behind `setarch -R` (no address randomisation) where that works.
std::vector<std::string> without_aslr(std::vector<std::string> words);

}  // namespace dpsco
