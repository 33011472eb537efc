// The table of promised crossings: every tuned bound without d against every one with d.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "suites/studies/tuned_bounds.hpp"

namespace dpsco {

/// What tuned bounds are asked for; the facts' d does not count.
struct SetUp {
  Facts facts{};
  Target target{};
};

/// `measured` and, beside them, n = 1000 and 10000, epsilon = n^(-1/4), 0.1 and 1, R = 1 and 10 at
/// delta = 1e-5 with unit_logistic_facts, each once.
std::vector<SetUp> with_reference_set_ups(std::span<const SetUp> measured);

/// "94", "from 1 on", "level at 2000", "never", or "-" for an empty one.
std::string promised_text(const std::optional<PromisedCrossing>& crossing);

/// For every set-up a matrix (rows: bounds without d, columns: bounds with d) of crossings; the
/// columns of claims and those of shapes with constant 1 in tables of their own. Below them what
/// each bound is, and why the catalog's other bounds are in no table.
std::string promised_crossings_text(const Catalog& catalog, std::span<const SetUp> set_ups);

}  // namespace dpsco
