#include "suites/cli/data_commands.hpp"

#include <sstream>
#include <vector>

#include <doctest/doctest.h>

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

}  // namespace dpsco
