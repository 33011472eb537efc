#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace dpsco {

/// SHA-256 (FIPS 180-4, by OpenSSL) as 64 lower-case hex digits.
std::string sha256_hex(std::string_view bytes);

/// The first 128 bits of SHA-256 as two big-endian words: the identity of a random stream.
std::array<std::uint64_t, 2> sha256_words(std::string_view bytes);

}  // namespace dpsco
