#pragma once

#include <string>

#include "framework/record.hpp"

namespace dpsco {

/// SHA-256 over key, status and metrics in shortest round-trip form: equal for any number of
/// threads, any order and either runner.
std::string digest_of(const Record& record);

}  // namespace dpsco
