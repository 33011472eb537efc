#include "suites/cli/results_in.hpp"

#include "framework/core/check.hpp"

namespace dpsco {

Journal results_in(const std::string& folder) {
  Journal journal = read_journal(folder);
  require(!journal.files.empty(), "{} holds no results: expected {}/runs/*.jsonl", folder, folder);
  return journal;
}

}  // namespace dpsco
