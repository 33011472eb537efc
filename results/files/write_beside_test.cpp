#include "results/files/write_beside.hpp"

#include <iterator>
#include <ostream>

#include <doctest/doctest.h>

#include "framework/core/check.hpp"
#include "results/testing/samples.hpp"

namespace dpsco {

namespace {

namespace fs = std::filesystem;

auto files_in(const fs::path& folder) {
  return std::distance(fs::directory_iterator(folder), {});
}

}  // namespace

TEST_CASE("write beside: the new text replaces the old, and nothing else is left") {
  const ScratchFolder folder;
  const fs::path file = folder.path() / "a";
  for (const char* text : {"old", "new"})
    stream_beside(file, [&](std::ostream& out) { out << text; });
  CHECK(read_text(file) == "new");
  CHECK(files_in(folder.path()) == 1);
}

TEST_CASE("write beside: a writer that fails leaves the old file and no half one") {
  const ScratchFolder folder;
  const fs::path file = folder.path() / "a";
  stream_beside(file, [](std::ostream& out) { out << "old"; });
  const auto fails = [](std::ostream& out) {
    out << "half";
    throw ConfigError("half way");
  };
  CHECK_THROWS_WITH_AS(stream_beside(file, fails), "half way", ConfigError);
  const auto full = [](std::ostream& out) { out.setstate(std::ios::badbit); };
  CHECK_THROWS_AS(stream_beside(file, full), ConfigError);
  CHECK(read_text(file) == "old");
  CHECK(files_in(folder.path()) == 1);
}

TEST_CASE("write beside: a folder that is not there is named") {
  const ScratchFolder folder;
  const fs::path file = folder.path() / "missing" / "a";
  CHECK_THROWS_WITH_AS(stream_beside(file, [](std::ostream&) {}),
                       ("can't create " + file.string() + ": is the folder there?").c_str(),
                       ConfigError);
}

}  // namespace dpsco
