#include "datasets/files/data_command.hpp"

#include <cstdlib>

#include <doctest/doctest.h>

#include "datasets/files/program.hpp"
#include "datasets/files/testing/test_folder.hpp"
#include "datasets/files/text_file.hpp"
#include "framework/core/hashing.hpp"

namespace dpsco {
namespace {

const std::string samples = DPSCO_SOURCE_DIR "/datasets/samples";

bool has_program(const std::string& name) {
  return run_program({name, "--version"}).started;
}

TEST_CASE("verify_data: the sample passes every check") {
  const FileStore store({samples});
  const auto reports = verify_data(store, "heart_scale");
  REQUIRE(reports.size() == 1);
  CHECK(reports[0].ok());
  CHECK(reports[0].name == "heart_scale");
  CHECK(reports[0].path == samples + "/heart_scale");
  CHECK(reports[0].checks.size() == 5);
  CHECK(data_path(store, "heart_scale") == reports[0].path);
}

TEST_CASE("verify_data: every known file that is on the search path is what the manifest says") {
  const FileStore store(standard_search_path());
  for (const ManifestEntry& entry : Manifest::built_in().entries()) {
    CAPTURE(entry.name);
    if (error_of([&] { store.find(entry.name); }) != "no error") {
      MESSAGE("not on the search path: " << entry.name);
      continue;
    }
    const DataReport report = verify_data(store, entry.name).front();
    for (const DataCheck& check : report.checks) {
      CAPTURE(check.what);
      CAPTURE(check.expected);
      CAPTURE(check.found);
      CHECK(check.ok);
    }
    if (!entry.sha256_stripped.empty())
      CHECK(stripped_sha256(read_text_file(report.path).text) == entry.sha256_stripped);
  }
}

TEST_CASE("verify_data: tells each number of a wrong file, a broken one and a missing one") {
  const TestFolder folder;
  folder.write("heart_scale", "1 1:1 14:2\n-1\n1\n");
  const FileStore store({folder.path()});
  const DataReport wrong = verify_data(store, "heart_scale").front();
  CHECK_FALSE(wrong.ok());
  REQUIRE(wrong.checks.size() == 5);
  for (const DataCheck& check : wrong.checks) CHECK_FALSE(check.ok);
  CHECK(wrong.checks[0].what == "sha256");
  CHECK(wrong.checks[1].expected == "270");
  CHECK(wrong.checks[1].found == "3");
  CHECK(wrong.checks[2].expected == "at most 13");
  CHECK(wrong.checks[2].found == "14");
  CHECK(wrong.checks[3].found == "2");
  CHECK(wrong.checks[4].found == "2");

  folder.write("w8a", "no label\n");
  const DataReport broken = verify_data(store, "w8a").front();
  CHECK_FALSE(broken.ok());
  CHECK(broken.checks.back().what == "file");
  CHECK(broken.checks.back().found.find("w8a:1:1: expected a label") != std::string::npos);

  const auto missing = verify_data(store, "a9a");
  REQUIRE(missing.size() == 2);  // with its test set
  CHECK(missing[1].name == "a9a.t");
  CHECK_FALSE(missing[0].ok());
  CHECK(missing[0].path.empty());
  CHECK(error_of([&] { verify_data(store, "a8a"); }) ==
        "unknown data file 'a8a'; did you mean 'a9a'?");
}

TEST_CASE("run_program: passes words as they are, keeps stderr and the status, misses politely") {
  const TestFolder folder;
  const ProgramResult printed = run_program({"printf", "%s", "$HOME; a b"}, folder.file("out"));
  CHECK(printed.started);
  CHECK(printed.status == 0);
  CHECK(read_text_file(folder.file("out")).text == "$HOME; a b");
  const ProgramResult failed = run_program({"sh", "-c", "echo wrong >&2; exit 3"});
  CHECK(failed.status == 3);
  CHECK(failed.errors == "wrong\n");
  CHECK_FALSE(run_program({"dpsco-no-such-program"}).started);
}

TEST_CASE("fetch: what can't be downloaded is said before anything is written") {
  const TestFolder folder;
  CHECK(error_of([&] { fetch_data("basehock", folder.path()); }) ==
        "data set 'basehock' is made by hand from "
        "https://jundongl.github.io/scikit-feature/datasets.html: there is no file to download; "
        "put it on the search path as 'basehock.libsvm' and run dpsco data verify basehock");
  CHECK(error_of([&] { fetch_data("a9a", folder.file("none")); }) ==
        fmt::format("'{}' is not a folder", folder.file("none")));
  CHECK(error_of([&] { fetch_data("a9", folder.path()); }) ==
        "unknown data file 'a9'; did you mean 'a9a'?");
  folder.write("a9a", "mine\n");
  CHECK(error_of([&] { fetch_data("a9a", folder.path()); }) ==
        fmt::format("'{}' exists and is not the data set 'a9a': move it away first",
                    folder.file("a9a")));
  CHECK(read_text_file(folder.file("a9a")).text == "mine\n");
}

TEST_CASE("fetch: without curl it says what to do by hand") {
  const TestFolder folder;
  const char* old = std::getenv("PATH");
  REQUIRE(old != nullptr);
  const std::string kept = old;
  setenv("PATH", folder.path().c_str(), 1);
  const std::string error = error_of([&] { fetch_data("a9a.t", folder.path()); });
  setenv("PATH", kept.c_str(), 1);
  CHECK(error ==
        "curl is not installed: install it, or download "
        "https://www.csie.ntu.edu.tw/~cjlin/libsvmtools/datasets/binary/a9a.t yourself, unpack it "
        "to 'a9a.t' and run dpsco data verify a9a.t");
}

TEST_CASE("fetch: downloads, unpacks, checks the hash, renames, and leaves nothing else behind") {
  if (!has_program("curl")) {
    MESSAGE("curl is not installed");
    return;
  }
  const TestFolder origin, target;
  const std::string text = "1 1:1\n-1 1:2\n";
  origin.write("small", text);
  ManifestEntry entry{.name = "small",
                      .file = "small",
                      .sha256 = sha256_hex(text),
                      .url = "file://" + origin.file("small")};
  const auto files = [&] {
    const std::filesystem::directory_iterator begin(target.path());
    return std::distance(begin, std::filesystem::directory_iterator{});
  };
  CHECK(fetch_entry(entry, target.path()) == target.file("small"));
  CHECK(read_text_file(target.file("small")).text == text);
  CHECK(files() == 1);
  entry.url = "file://" + origin.file("gone");
  CHECK(fetch_entry(entry, target.path()) == target.file("small"));  // there and right: kept
  std::filesystem::remove(target.file("small"));

  CHECK(error_of([&] {
          fetch_entry(entry, target.path());
        }).find("curl could not download file://" + origin.file("gone") + ": curl: (37) ") == 0);
  origin.write("other", "1 1:1\n");
  entry.url = "file://" + origin.file("other");
  CHECK(error_of([&] { fetch_entry(entry, target.path()); }) ==
        entry.url + " gave another file than the manifest means: its text has SHA-256 " +
            sha256_hex("1 1:1\n") + ", expected " + entry.sha256 + "; nothing was kept");
  CHECK(files() == 0);

  for (const auto& [tool, ending] : {std::pair{"gzip", ".gz"}, {"bzip2", ".bz2"}, {"xz", ".xz"}}) {
    if (!has_program(tool)) {
      MESSAGE("not installed: " << tool);
      continue;
    }
    entry.url = "file://" + origin.file("packed") + ending;
    REQUIRE(
        run_program({tool, "-c", origin.file("small")}, origin.file("packed") + ending).status ==
        0);
    CHECK(fetch_entry(entry, target.path()) == target.file("small"));
    CHECK(read_text_file(target.file("small")).text == text);
    CHECK(files() == 1);
    std::filesystem::remove(target.file("small"));
  }
}

}  // namespace
}  // namespace dpsco
