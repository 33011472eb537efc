#include "datasets/files/text_file.hpp"

#include <doctest/doctest.h>
#include <zlib.h>

#include "datasets/files/testing/test_folder.hpp"
#include "framework/core/hashing.hpp"

namespace dpsco {
namespace {

std::string gzipped(const TestFolder& folder, const std::string& text) {
  const std::string path = folder.file("packed.gz");
  gzFile out = gzopen(path.c_str(), "wb");
  REQUIRE(out != nullptr);
  REQUIRE(gzwrite(out, text.data(), unsigned(text.size())) == int(text.size()));
  REQUIRE(gzclose(out) == Z_OK);
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

TEST_CASE("read_text_file: plain bytes come back as they are, with their hash") {
  const TestFolder folder;
  const std::string text("+1 1:2\r\n\0x", 10);
  const TextFile file = read_text_file(folder.write("plain", text));
  CHECK(file.text == text);
  CHECK(file.sha256 == sha256_hex(text));
}

TEST_CASE(
    "read_text_file: gzip is known by its bytes, members are joined, the hash is of the disk") {
  const TestFolder folder;
  const std::string packed = gzipped(folder, "hello\n");
  const TextFile file = read_text_file(folder.write("no_ending", packed));
  CHECK(file.text == "hello\n");
  CHECK(file.sha256 == sha256_hex(packed));
  CHECK(read_text_file(folder.write("two", packed + gzipped(folder, "again\n"))).text ==
        "hello\nagain\n");
  std::string large;
  for (int i = 0; i < 200000; ++i) large += std::to_string(i * 7919 % 100003) + " ";
  CHECK(read_text_file(folder.write("large", gzipped(folder, large))).text == large);
}

TEST_CASE("read_text_file: a gzip file cut anywhere is refused, never read in part") {
  const TestFolder folder;
  const std::string packed = gzipped(folder, "-1 1:0.5 2:1\n+1 1:0.25\n");
  for (std::size_t size = 2; size < packed.size(); ++size) {
    CAPTURE(size);
    const std::string path = folder.write("cut", packed.substr(0, size));
    const std::string error = error_of([&] { read_text_file(path); });
    CHECK(error.find("is cut: its gzip stream ends early, after ") != std::string::npos);
  }
}

TEST_CASE("read_text_file: damage in a gzip file and bytes behind it are refused") {
  const TestFolder folder;
  const std::string packed = gzipped(folder, "-1 1:0.5 2:1\n+1 1:0.25\n");
  std::string damaged = packed;
  damaged[packed.size() - 6] = char(damaged[packed.size() - 6] ^ 1);  // in the checksum
  CHECK(error_of([&] {
          read_text_file(folder.write("a", damaged));
        }).find("is damaged: its gzip stream can't be unpacked (incorrect data check)") !=
        std::string::npos);
  const std::string path = folder.write("b", packed + "tail");
  CHECK(error_of([&] { read_text_file(path); }) ==
        "'" + path + "': 4 bytes that are not gzip follow its gzip stream; pack the file again");
}

TEST_CASE("read_text_file: says what is wrong with a file that is missing, empty or a folder") {
  const TestFolder folder;
  const auto error = [](const std::string& path) {
    return error_of([&] { read_text_file(path); });
  };
  CHECK(error(folder.file("none")) == "there is no file '" + folder.file("none") + "'");
  CHECK(error(folder.path()) == "'" + folder.path() + "' is not a regular file");
  const std::string empty = folder.write("empty", "");
  CHECK(error(empty) == "'" + empty + "' is empty");
  const std::string nothing = folder.write("nothing", gzipped(folder, ""));
  CHECK(error(nothing) == "'" + nothing + "' is empty once unpacked");
}

TEST_CASE(
    "stripped_sha256: blind to trailing blanks, line endings and blank lines at the end only") {
  const std::string wanted = sha256_hex("-1 1:1\n\n+1 2:1\n");
  CHECK(stripped_sha256("-1 1:1\n\n+1 2:1\n") == wanted);
  CHECK(stripped_sha256("-1 1:1 \r\n \n+1 2:1\t \n\n \n") == wanted);
  CHECK(stripped_sha256("-1 1:1\n\n+1 2:1") == wanted);
  CHECK(stripped_sha256("-1 1:1\n+1 2:1\n") != wanted);
  CHECK(stripped_sha256(" -1 1:1\n\n+1 2:1\n") != wanted);
  CHECK(stripped_sha256(" \n ") == sha256_hex(""));
}

}  // namespace
}  // namespace dpsco
