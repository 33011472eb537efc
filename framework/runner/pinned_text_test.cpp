#include "framework/runner/pinned_text.hpp"

#include <cstdio>
#include <fstream>

#include <doctest/doctest.h>

#include "framework/core/check.hpp"
#include "framework/core/hashing.hpp"

namespace dpsco {

TEST_CASE("a pinned text is read only if the parameter names its content") {
  const std::string path = DPSCO_BINARY_DIR "/pinned_text_test.txt";
  const std::string text = "0 1\n1 2\n";
  std::ofstream(path, std::ios::binary) << text;
  const std::string digest = sha256_hex(text);
  CHECK(read_pinned_text(path + "#" + digest) == text);
  CHECK(read_pinned_text(path + "#" + digest.substr(0, 12)) == text);
  for (const std::string& bad :
       {path, path + "#", path + "#" + digest.substr(0, 11), path + "#000000000000"}) {
    CAPTURE(bad);
    std::string message;
    try {
      (void)read_pinned_text(bad);
    } catch (const ConfigError& error) {
      message = error.what();
    }
    CHECK(message.find(path + "#" + digest.substr(0, 12)) != std::string::npos);
  }
  CHECK_THROWS_AS((void)read_pinned_text("/nowhere/at/all#000000000000"), ConfigError);
  CHECK(std::remove(path.c_str()) == 0);
}

}  // namespace dpsco
