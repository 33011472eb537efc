// One accountant's word on one stored ledger: what `dpsco account DIR` adds to a journal.
#pragma once

#include <string>
#include <string_view>

#include "results/journal/stored_run.hpp"

namespace dpsco {

/// A line of kind `account`.
struct AccountRecord {
  std::string ledger_hash{}, accountant{};
  double delta = 0;
  StoredPrice price{};

  std::string build{};             ///< of the process that priced; the file's header has it
  std::size_t file = 0, line = 0;  ///< index in Journal::files; line from 1
};

/// Appends the line (docs/results.md), newline included, to `out`.
void append_account_line(std::string& out, const AccountRecord& account);

/// Reads such a line back, all but build, file and line; false if it is none.
bool parse_account_line(std::string_view text, AccountRecord& account);

}  // namespace dpsco
