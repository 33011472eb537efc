#pragma once

#include "framework/ledger/ledger.hpp"

namespace dpsco {

/// Sum of the events' counts.
std::int64_t release_count(const Ledger& ledger);
/// What the first `releases` uses of its mechanisms amount to, in the events' order. pre:
/// releases >= 0.
Ledger first_releases(const Ledger& ledger, std::int64_t releases);

}  // namespace dpsco
