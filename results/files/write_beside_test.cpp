#include "results/files/write_beside.hpp"

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <ostream>
#include <string>

#include <doctest/doctest.h>

#include "framework/core/check.hpp"

namespace dpsco {

namespace {

namespace fs = std::filesystem;

/// A folder that goes with the test.
struct Folder {
  fs::path path = [] {
    std::string name = (fs::temp_directory_path() / "dpsco-beside-XXXXXX").string();
    REQUIRE(mkdtemp(name.data()) != nullptr);
    return fs::path(name);
  }();
  Folder() = default;
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() { fs::remove_all(path); }
  auto files() const { return std::distance(fs::directory_iterator(path), {}); }
};

std::string text_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

TEST_CASE("write beside: the new text replaces the old, and nothing else is left") {
  const Folder folder;
  const fs::path file = folder.path / "a";
  for (const char* text : {"old", "new"})
    stream_beside(file, [&](std::ostream& out) { out << text; });
  CHECK(text_of(file) == "new");
  CHECK(folder.files() == 1);
}

TEST_CASE("write beside: a writer that fails leaves the old file and no half one") {
  const Folder folder;
  const fs::path file = folder.path / "a";
  stream_beside(file, [](std::ostream& out) { out << "old"; });
  const auto fails = [](std::ostream& out) {
    out << "half";
    throw ConfigError("half way");
  };
  CHECK_THROWS_WITH_AS(stream_beside(file, fails), "half way", ConfigError);
  const auto full = [](std::ostream& out) { out.setstate(std::ios::badbit); };
  CHECK_THROWS_AS(stream_beside(file, full), ConfigError);
  CHECK(text_of(file) == "old");
  CHECK(folder.files() == 1);
}

TEST_CASE("write beside: a folder that is not there is named") {
  const Folder folder;
  const fs::path file = folder.path / "missing" / "a";
  CHECK_THROWS_WITH_AS(stream_beside(file, [](std::ostream&) {}),
                       ("can't create " + file.string() + ": is the folder there?").c_str(),
                       ConfigError);
}

}  // namespace dpsco
