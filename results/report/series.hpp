// Which fields tell lines and charts apart, and what they are called there.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "results/report/experiments.hpp"

namespace dpsco {

/// "eta0" of "algorithm.eta0".
std::string short_name(const std::string& field);

/// Of `context` the fields that tell its combinations apart, as few as do.
std::vector<const Column*> telling(std::span<const Column* const> context);
/// "path = a9a, epsilon = 1".
std::string facet_text(std::span<const Column* const> columns, std::size_t experiment);

/// Label, then the parameters that vary within it. `given` is known from elsewhere (x); may be
/// null.
std::vector<const Column*> series_columns(const ExperimentSet& set, const Column* given);
/// "sgd eta0 = 32".
std::string series_text(std::span<const Column* const> columns, std::size_t experiment);

/// Every field but the method's (is_of_algorithm, calibrate_is_of_method).
std::vector<const Column*> circumstances(const ExperimentSet& set);

}  // namespace dpsco
