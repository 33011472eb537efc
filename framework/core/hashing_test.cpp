#include "framework/core/hashing.hpp"

#include <doctest/doctest.h>

namespace dpsco {

// Known answers: FIPS 180-4 examples ("abc" and the empty message).
TEST_CASE("sha256: known answers") {
  CHECK(sha256_hex("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(sha256_hex("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  CHECK(sha256_words("abc")[0] == 0xba7816bf8f01cfeaULL);
  CHECK(sha256_words("abc")[1] == 0x414140de5dae2223ULL);
}

}  // namespace dpsco
