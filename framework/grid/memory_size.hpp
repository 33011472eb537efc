#pragma once

#include <cstdint>
#include <string_view>

namespace dpsco {

/// Bytes from "2GiB", "512 MiB", "1.5GB", "1000" or "4096B". Units: B, kB, MB, GB, TB (powers of
/// 1000) and KiB, MiB, GiB, TiB (powers of 1024). Throws ConfigError on anything else, on zero and
/// on more than 2^63 - 1 bytes.
std::int64_t memory_size(std::string_view text);

}  // namespace dpsco
