#pragma once

#include <string>
#include <string_view>

#include "framework/ledger/ledger.hpp"

namespace dpsco {

/// As ledger_from_json(text), with the name of the file in what it throws: "l.json: events[0]:
/// ...", "l.json:2:1: not JSON: ...".
Ledger ledger_from_json(std::string_view text, const std::string& source);

}  // namespace dpsco
