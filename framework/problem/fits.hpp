// Whether a method fits a problem and a privacy target, by what its card says.
#pragma once

#include <string>
#include <string_view>

#include "framework/ledger/budget.hpp"
#include "framework/problem/problem.hpp"
#include "framework/registry/card.hpp"

namespace dpsco {

/// What `card` needs and the loss lacks, as a sentence; empty if it fits. Needs are checked against
/// the facts, which state the loss's constants.
std::string unmet_need(const Card& card, const Facts& facts, std::string_view loss_name);

/// That `card` claims no privacy under `adjacency`, as a sentence; empty if it does.
std::string unclaimed(const Card& card, Adjacency adjacency);

}  // namespace dpsco
