// libFuzzer: whatever the bytes, the reader returns a ledger or throws ConfigError, and what it
// returns survives a round trip. Built and run by framework/ledger/fuzz.sh.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "framework/core/check.hpp"
#include "framework/ledger/ledger.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  try {
    const dpsco::Ledger ledger =
        dpsco::ledger_from_json(std::string_view(reinterpret_cast<const char*>(bytes), size));
    const std::string text = dpsco::to_json(ledger);
    if (dpsco::to_json(dpsco::ledger_from_json(text)) != text) std::abort();
  } catch (const dpsco::ConfigError&) {
    return 0;  // the expected answer to nonsense
  }
  return 0;
}
