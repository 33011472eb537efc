// docs/methods.md is a table of the registry: each method has its row, as its card says, and its
// file is there.
#include <filesystem>
#include <fstream>
#include <set>
#include <string>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "suites/catalog.hpp"

namespace dpsco {

namespace {

std::string neighbours_of(const Card& card) {
  if (card.privacy.empty()) return "-";
  std::string text;
  for (const char c : card.adjacencies) text += c == ' ' ? std::string(", ") : std::string(1, c);
  return text;
}

}  // namespace

TEST_CASE("docs/methods.md has one row for every method, as its card says, and no other") {
  std::ifstream doc(DPSCO_SOURCE_DIR "/docs/methods.md");
  REQUIRE(doc.good());
  std::set<std::string> rows;
  for (std::string line; std::getline(doc, line);)
    if (line.rfind("| `", 0) == 0) CHECK(rows.insert(line).second);
  const Catalog catalog = full_catalog();
  for (const std::string& name : catalog.algorithms.names()) {
    const Card& card = catalog.algorithms.entry(name).card;
    const std::string start = fmt::format("| `{}` | {} | {} | {} | `",
                                          name,
                                          card.doc,
                                          neighbours_of(card),
                                          card.cites.empty() ? "-" : card.cites);
    CAPTURE(start);
    const auto row = rows.lower_bound(start);
    REQUIRE((row != rows.end() && row->rfind(start, 0) == 0));
    const std::string file = row->substr(start.size(), row->size() - start.size() - 3);
    CAPTURE(file);
    CHECK(std::filesystem::exists(std::filesystem::path(DPSCO_SOURCE_DIR) / file));
  }
  CHECK(rows.size() == catalog.algorithms.names().size());
}

}  // namespace dpsco
