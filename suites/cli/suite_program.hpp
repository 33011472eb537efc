// A suite's main: a built-in grid, the flags of `dpsco run`, and the tables that answer its
// question.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "results/tables/table.hpp"

namespace dpsco {

struct SuiteTable {
  std::string title{};
  TableQuery query{};
};

struct Suite {
  std::string name{};       ///< of the executable
  std::string question{};   ///< one line
  std::string_view grid{};  ///< TOML text
  std::vector<SuiteTable> tables{};
  std::string reading{};  ///< how to read the tables, printed under them
};

/// Parses the command line, runs, prints the tables to stdout. Returns the exit code.
int suite_main(int argc, char** argv, const Suite& suite);

/// The table of every accountant's epsilon for the runs in OUT that are ok, then each of the
/// queries.
std::string suite_text(const std::string& out,
                       const Suite& suite,
                       const std::vector<std::string>& keys);

}  // namespace dpsco
