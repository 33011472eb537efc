#include "datasets/files/manifest.hpp"

#include <doctest/doctest.h>

#include "datasets/files/testing/test_folder.hpp"
#include "framework/core/hashing.hpp"

namespace dpsco {
namespace {

const std::string hash(64, 'a');

std::string entry(const std::string& name, const std::string& rest = "") {
  return "[[data]]\nname = \"" + name + "\"\nfile = \"" + name + ".txt\"\nsha256 = \"" + hash +
         "\"\nlicence = \"none\"\n" + (rest.empty() ? "n = 3\nd = 2\n" : rest);
}
std::string error(const std::string& text) {
  return error_of([&] { const Manifest manifest(text, "m"); });
}

TEST_CASE("the built-in manifest knows every data set of the project and is the file in the tree") {
  const Manifest& manifest = Manifest::built_in();
  CHECK(manifest.names() == std::vector<std::string>{"a9a",
                                                     "a9a.t",
                                                     "w8a",
                                                     "heart_scale",
                                                     "basehock",
                                                     "pcmac",
                                                     "relathe",
                                                     "arcene",
                                                     "leukemia",
                                                     "colon",
                                                     "adult.data",
                                                     "adult.test"});
  for (const ManifestEntry& e : manifest.entries()) {
    CAPTURE(e.name);
    CHECK((e.url.empty() || e.url.starts_with("https://")));
    CHECK((e.home.empty() || e.home.starts_with("https://")));
    CHECK((e.kind == "csv" || (e.nnz > 0 && e.positives > 0 && e.positives < e.n)));
  }
  std::ifstream in(DPSCO_SOURCE_DIR "/datasets/manifest.toml");
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  const Manifest from_tree(text, "datasets/manifest.toml");
  CHECK(from_tree.names() == manifest.names());
  CHECK(manifest.at("a9a").test == "a9a.t");
  CHECK(manifest.at("a9a.t").d == 123);
}

TEST_CASE("find: by name, by file name, and with .gz behind") {
  const Manifest& manifest = Manifest::built_in();
  const ManifestEntry* basehock = manifest.find("basehock");
  REQUIRE(basehock != nullptr);
  CHECK(manifest.find("basehock.libsvm") == basehock);
  CHECK(manifest.find("basehock.libsvm.gz") == basehock);
  CHECK(manifest.find("base") == nullptr);
  CHECK(error_of([&] { manifest.at("basehok"); }) ==
        "unknown data file 'basehok'; did you mean 'basehock'?");
}

TEST_CASE("Manifest: mistakes in the file are named by line") {
  CHECK(error(entry("a")) == "no error");
  CHECK(error("[[data]\n").find("m:1:") == 0);
  CHECK(error("") == "m: expected [[data]] entries only");
  CHECK(error("data = [1]") == "m:1: expected [[data]] entries only");
  CHECK(error(entry("a") + "sha265 = \"x\"\n") ==
        "m:8: unknown key 'sha265'; did you mean 'sha256'?");
  CHECK(error(entry("a", "n = \"3\"\nd = 2\n")) == "m:6: 'n' must be a whole number >= 0");
  CHECK(error(entry("a", "n = -3\nd = 2\n")) == "m:6: 'n' must be a whole number >= 0");
  CHECK(error(entry("a") + "url = 3\n") == "m:8: 'url' must be a string");
  CHECK(error(entry("a") + entry("a")) == "m:8: two entries are called 'a'");
  CHECK(error(entry("a", "n = 3\n")) == "m:1: 'a' needs n and d");
  CHECK(error(entry("a", "kind = \"csv\"\n")) == "m:1: 'a' needs bytes");
  CHECK(error(entry("a", "kind = \"arff\"\n")) == "m:1: kind 'arff' of 'a' must be libsvm or csv");
  CHECK(error(entry("a") + "test = \"b\"\n") ==
        "m: the test set 'b' of 'a' has no entry; expected a");
  CHECK(error("[[data]]\nname = \"a\"\n") == "m:1: an entry needs name, file and licence");
  CHECK(error("[[data]]\nname = \"a\"\nfile = \"a\"\nlicence = \"x\"\nsha256 = \"AB\"\n") ==
        "m:1: 'a' needs sha256 as 64 lower-case hex digits");
}

TEST_CASE("has_hash: the exact text, packed or not, or one that differs in trailing blanks only") {
  const std::string text = "1 1:1 \n";
  const auto file = [](const std::string& content) {
    return TextFile{.text = content, .sha256 = sha256_hex(content)};
  };
  const ManifestEntry exact{.sha256 = sha256_hex(text)};
  CHECK(has_hash(exact, file(text)));
  CHECK(has_hash(exact, {.text = text, .sha256 = "of a packed file"}));
  CHECK_FALSE(has_hash(exact, file("1 1:1\n")));
  const ManifestEntry lenient{.sha256 = sha256_hex(text), .sha256_stripped = sha256_hex("1 1:1\n")};
  CHECK(has_hash(lenient, file("1 1:1\n")));
  CHECK(has_hash(lenient, file("1 1:1  \n")));
  CHECK_FALSE(has_hash(lenient, file("1 1:2 \n")));
}

}  // namespace
}  // namespace dpsco
