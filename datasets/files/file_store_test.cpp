#include "datasets/files/file_store.hpp"

#include <chrono>
#include <cstdlib>
#include <thread>

#include <doctest/doctest.h>

#include "datasets/files/testing/test_folder.hpp"
#include "framework/core/hashing.hpp"

namespace dpsco {
namespace {

const std::string samples = DPSCO_SOURCE_DIR "/datasets/samples";

TEST_CASE(
    "find: the first folder with a manifest name wins, whatever the working directory holds") {
  const TestFolder first, second;
  first.write("mine", "1 1:1\n-1\n");
  second.write("mine", "1 1:2\n-1\n");
  second.write("heart_scale", "1 1:2\n-1\n");
  const FileStore store({first.path(), second.path(), samples});
  CHECK(store.find("mine").path == first.file("mine"));
  CHECK_FALSE(store.find("mine").by_name);
  CHECK(store.find("mine").entry == nullptr);
  const DataFile heart = store.find("heart_scale");
  CHECK(heart.path == second.file("heart_scale"));
  CHECK(heart.by_name);
  REQUIRE(heart.entry != nullptr);
  CHECK(heart.entry->name == "heart_scale");
}

TEST_CASE("find: a path with a folder is that file; its base name may still tell the dimension") {
  const TestFolder folder;
  const std::string path = folder.write("a9a", "1 1:1\n-1\n");
  const FileStore store({samples});
  const DataFile file = store.find(path);
  CHECK(file.path == path);
  CHECK_FALSE(file.by_name);
  REQUIRE(file.entry != nullptr);
  CHECK(file.entry->d == 123);
}

TEST_CASE("find: falls back to the same name with .gz behind") {
  const TestFolder folder;
  folder.write("a9a.gz", "x");
  folder.write("other.gz", "x");
  const FileStore store({folder.path()});
  CHECK(store.find("a9a").path == folder.file("a9a.gz"));
  CHECK(store.find("other").path == folder.file("other.gz"));
}

TEST_CASE("find: says where it looked and what to do") {
  const FileStore store({samples});
  const auto error = [&](const std::string& name) { return error_of([&] { store.find(name); }); };
  const std::string where = " in " + samples + "; give --data-dir DIR, set $DPSCO_DATA or ";
  CHECK(error("w8a") == "found no file 'w8a'" + where + "run `dpsco data fetch w8a`");
  CHECK(error("basehock") == "found no file 'basehock.libsvm'" + where +
                                 "get basehock from "
                                 "https://jundongl.github.io/scikit-feature/datasets.html");
  CHECK(error("colon") ==
        "found no file 'colon.libsvm'" + where + "find colon, whose home is not known");
  CHECK(error_of([&] {
          (void)store.find_all({"adult.data", "heart_scale", "adult.test"});
        }) == "found no file 'adult.data', no file 'adult.test'" + where +
                  "run `dpsco data fetch adult.data` and run `dpsco data fetch adult.test`");
  CHECK(error("hart_scale") == "found no data file 'hart_scale' in the working directory or " +
                                   samples +
                                   ", and the manifest does not know it; did you mean "
                                   "'heart_scale'?");
  CHECK(error("/no/such/file") == "there is no file '/no/such/file'");
  CHECK(error("") ==
        "no data file given: expected a path or one of a9a, a9a.t, w8a, heart_scale, basehock, "
        "pcmac, relathe, arcene, leukemia, colon, adult.data, adult.test");
  CHECK(error_of([] { FileStore({}).find("a9a"); }) ==
        "found no file 'a9a' in no folder (the search path is empty); give --data-dir DIR, set "
        "$DPSCO_DATA or run `dpsco data fetch a9a`");
}

TEST_CASE("facts: counts of a small file, and the same object for the same file") {
  const TestFolder folder;
  const FileStore store({folder.path()});
  const std::string text = "1 1:3 7:4\n-1 2:0\n1 3:1\n";
  const DataFile file = store.find(folder.write("f", text));
  const auto facts = store.facts(file);
  CHECK(facts->sha256 == sha256_hex(text));
  CHECK(facts->n == 3);
  CHECK(facts->nnz == 3);
  CHECK(facts->columns == 7);
  CHECK(facts->largest_norm == 5);
  REQUIRE(facts->labels.size() == 2);
  CHECK(facts->labels[0].label == -1);
  CHECK(facts->labels[0].rows == 1);
  CHECK(facts->labels[1].rows == 2);
  CHECK(store.facts(file) == facts);
}

TEST_CASE("facts: a file that changes after it was read is refused; a touched one is not") {
  const TestFolder folder;
  const FileStore store({folder.path()});
  const DataFile file = store.find(folder.write("f", "1 1:1\n-1\n"));
  const auto before = store.facts(file);
  std::filesystem::last_write_time(
      file.path, std::filesystem::last_write_time(file.path) + std::chrono::seconds(5));
  CHECK(store.facts(file)->sha256 == before->sha256);
  folder.write("f", "1 1:10\n-1\n");
  CHECK(error_of([&] { store.facts(file); }) ==
        "'" + file.path + "' has changed since it was first read: start again");
  std::filesystem::remove(file.path);
  CHECK(error_of([&] { store.facts(file); }) ==
        "can't read '" + file.path + "': No such file or directory");
}

TEST_CASE("facts: a manifest name with another content is refused, a path to it is not") {
  const TestFolder folder;
  const FileStore store({folder.path()});
  const std::string text = "1 1:1\n-1\n";
  const std::string path = folder.write("a9a", text);
  CHECK(error_of([&] { store.facts(store.find("a9a")); }) ==
        "'" + path + "' is not the data set 'a9a': its text has SHA-256 " + sha256_hex(text) +
            ", expected " + Manifest::built_in().at("a9a").sha256 +
            "; fetch it again, or give a path with a directory (./a9a) to use a file of your own");
  CHECK(store.facts(store.find(path))->n == 2);
}

TEST_CASE("facts: a csv of the manifest is not LIBSVM text") {
  const TestFolder folder;
  const std::string path = folder.write("adult.data", "39, State-gov\n");
  CHECK(error_of([&] {
          FileStore store({});
          store.facts(store.find(path));
        }) == "'" + path + "' is a csv file, expected LIBSVM text");
}

TEST_CASE("facts: threads that ask at once get one reading") {
  const TestFolder folder;
  const FileStore store({folder.path()});
  std::string text;
  for (int i = 0; i < 2000; ++i) text += i % 3 == 0 ? "1 1:1 5:2\n" : "-1 2:1\n";
  const DataFile file = store.find(folder.write("f", text));
  std::vector<std::shared_ptr<const FileFacts>> seen(4);
  {
    std::vector<std::jthread> threads;
    threads.reserve(seen.size());
    for (auto& slot : seen)
      threads.emplace_back([&store, &file, &slot] { slot = store.facts(file); });
  }
  for (const auto& facts : seen) CHECK(facts == seen[0]);
  CHECK(seen[0]->n == 2000);
}

TEST_CASE(
    "standard_search_path: --data-dir first, then $DPSCO_DATA; the samples are always there") {
  const TestFolder option, first, second;
  const char* old = std::getenv("DPSCO_DATA");
  const std::string kept = old != nullptr ? old : "";
  setenv("DPSCO_DATA", (first.path() + ":" + second.path()).c_str(), 1);
  const SearchPath path = standard_search_path(option.path());
  setenv("DPSCO_DATA", "/no/such/folder", 1);
  const std::string bad = error_of([] { standard_search_path(); });
  if (old != nullptr) {
    setenv("DPSCO_DATA", kept.c_str(), 1);
  } else {
    unsetenv("DPSCO_DATA");
  }
  REQUIRE(path.size() >= 4);
  for (std::size_t i = 3; i < path.size(); ++i) CHECK(path[i].ends_with("datasets/samples"));
  CHECK(path[0] == option.path());
  CHECK(path[1] == first.path());
  CHECK(path[2] == second.path());
  CHECK(FileStore(path).find("heart_scale").by_name);
  CHECK(bad == "$DPSCO_DATA: '/no/such/folder' is not a folder");
  CHECK(error_of([] { standard_search_path("/no/such/folder"); }) ==
        "--data-dir: '/no/such/folder' is not a folder");
}

TEST_CASE("set_search_path: replaces the folders") {
  const TestFolder folder;
  FileStore store({});
  store.set_search_path({folder.path()});
  CHECK(store.search_path() == SearchPath{folder.path()});
  folder.write("x", "1\n");
  CHECK(store.find("x").path == folder.file("x"));
}

}  // namespace
}  // namespace dpsco
