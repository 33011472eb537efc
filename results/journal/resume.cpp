#include "results/journal/resume.hpp"

#include <array>
#include <vector>

#include "framework/core/check.hpp"
#include "framework/core/nearest.hpp"

namespace dpsco {

Rerun rerun_named(std::string_view words) {
  Rerun rerun;
  while (!words.empty()) {
    const std::size_t end = std::min(words.find(','), words.size());
    const std::string_view word = words.substr(0, end);
    words.remove_prefix(std::min(end + 1, words.size()));
    if (word == "failed") {
      rerun.failed = rerun.timeout = true;
    } else if (word == "timeout") {
      rerun.timeout = true;
    } else if (word == "stale") {
      rerun.stale = true;
    } else {
      const std::vector<std::string> known{"failed", "stale", "timeout"};
      throw ConfigError(
          fmt::format("--rerun: unknown word '{}'{}", word, did_you_mean(word, known)));
    }
  }
  return rerun;
}

std::unordered_set<std::string> finished_keys(const Journal& journal,
                                              const Rerun& rerun,
                                              std::string_view build) {
  std::unordered_set<std::string> finished;
  for (const StoredRun& run : journal.runs) {
    const bool again =
        run.status == Status::cancelled || (rerun.failed && run.status == Status::failed) ||
        (rerun.timeout && run.status == Status::timeout) || (rerun.stale && run.build != build);
    if (!again) finished.insert(run.key);
  }
  return finished;
}

}  // namespace dpsco
