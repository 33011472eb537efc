#pragma once

#include <vector>

#include "results/report/chart.hpp"
#include "results/report/experiments.hpp"
#include "results/report/words.hpp"

namespace dpsco {

/// A row for each method, a dot for each combination of the other fields: for values that no number
/// field varies along. Empty if no experiment has a mean.
std::vector<Chart> dot_charts(const ExperimentSet& set,
                              const std::string& value,
                              const std::string& x_title,
                              const std::vector<ExperimentMean>& samples,
                              StyleBook& styles);

/// Epsilon by accountant against the target, one chart for each target (and adjacency): a row for
/// each method, a dot for each accountant, the largest over data and sizes, the target dashed. What
/// is not private or has no price is in the notes. Styles are the accountants' own.
std::vector<Chart> account_charts(const ExperimentSet& set, StyleBook& styles);

}  // namespace dpsco
