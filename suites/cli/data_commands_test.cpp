#include "suites/cli/data_commands.hpp"

#include <sstream>
#include <vector>

#include <doctest/doctest.h>

#include "datasets/files/file_store.hpp"
#include "datasets/files/manifest.hpp"

namespace dpsco {

TEST_CASE("data: a line for every known file, with its shape, or with a dash if it has none yet") {
  std::istringstream lines(datasets_text());
  std::vector<std::string> names;
  for (std::string line; std::getline(lines, line);) {
    CAPTURE(line);
    std::istringstream words(line);
    std::string name, rows, by, columns;
    words >> name >> rows;
    names.push_back(name);
    const ManifestEntry& entry = Manifest::built_in().at(name);
    if (entry.kind == "csv") {
      CHECK(rows == "-");
      continue;
    }
    words >> by >> columns;
    CHECK(rows == std::to_string(entry.n));
    CHECK(by == "x");
    CHECK(columns == std::to_string(entry.d));
    CHECK(entry.n > 0);
  }
  CHECK(names == Manifest::built_in().names());
}

TEST_CASE("data verify: a file that is not there is said in a sentence, with the ways to get it") {
  const SearchPath before = file_store().search_path();
  file_store().set_search_path({});
  const CommandText missing = verify_text("a9a");
  file_store().set_search_path(before);
  CHECK_FALSE(missing.ok);
  CHECK(missing.text ==
        "WRONG  a9a: found no file 'a9a' in no folder (the search path is empty); give --data-dir "
        "DIR, set $DPSCO_DATA or run `dpsco data fetch a9a`\n"
        "WRONG  a9a.t: found no file 'a9a.t' in no folder (the search path is empty); give "
        "--data-dir DIR, set $DPSCO_DATA or run `dpsco data fetch a9a.t`\n");
}

}  // namespace dpsco
