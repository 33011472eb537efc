// A suite's main: a built-in grid, the flags of `dpsco run`, and the tables that answer its
// question.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "framework/grid/cell.hpp"
#include "framework/registry/catalog.hpp"
#include "results/tables/table.hpp"

namespace dpsco {

struct SuiteTable {
  std::string title{};
  TableQuery query{};
  /// Of runs or values that only some profiles have: without them the table is left out.
  bool optional = false;
};

struct Suite {
  std::string name{};       ///< of the executable
  std::string question{};   ///< one line
  std::string_view grid{};  ///< TOML text
  std::vector<SuiteTable> tables{};
  /// More text from the same runs, printed after the tables; may be empty.
  std::function<std::string(std::span<const StoredRun>, const Catalog&)> more{};
  /// More text from cells that it runs again, printed last; may be empty.
  std::function<std::string(std::span<const Cell>, const Catalog&)> study{};
  /// Its rows as a JSON list: then it is the main table, in place of the first one.
  std::function<std::string(std::span<const Cell>, const Catalog&)> study_json{};
  /// A line for everything in the runs that must make the suite fail; may be empty.
  std::function<std::string(std::span<const StoredRun>, const Catalog&)> broken{};
  std::string reading{};  ///< how to read the tables, printed under them
  /// What the built-in grid showed, printed last unless --set or --filter made it another grid.
  std::string findings{};
};

/// Parses the command line, runs, prints the tables to stdout, or with --format json the main one
/// (the first, or the study's) as a list of row objects. Returns the exit code: that of the run,
/// and 1 if a measured risk is above a bound that claims to hold or the suite's own `broken` has a
/// line.
int suite_main(int argc, char** argv, const Suite& suite);

/// Each of the suite's tables over the runs in OUT with these keys, then the table of every
/// accountant's epsilon. A legend line is printed once, under the first table that needs it.
std::string suite_text(const std::string& out,
                       const Suite& suite,
                       const std::vector<std::string>& keys,
                       const Catalog& catalog);

}  // namespace dpsco
