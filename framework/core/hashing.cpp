#include "framework/core/hashing.hpp"

#include <fmt/format.h>
#include <openssl/sha.h>

namespace dpsco {

namespace {

std::array<unsigned char, SHA256_DIGEST_LENGTH> digest(std::string_view bytes) {
  std::array<unsigned char, SHA256_DIGEST_LENGTH> out{};
  SHA256(reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(), out.data());
  return out;
}

}  // namespace

std::string sha256_hex(std::string_view bytes) {
  std::string hex;
  hex.reserve(64);
  for (const unsigned char byte : digest(bytes))
    fmt::format_to(std::back_inserter(hex), "{:02x}", byte);
  return hex;
}

std::array<std::uint64_t, 2> sha256_words(std::string_view bytes) {
  const auto raw = digest(bytes);
  std::array<std::uint64_t, 2> words{};
  for (std::size_t i = 0; i < 16; ++i) words[i / 8] = words[i / 8] << 8 | raw[i];
  return words;
}

}  // namespace dpsco
