// Tuning on the answer: in each cell the setting whose mean is best. It says what a method could
// reach, not what it reaches, so the table says that it was done.
#pragma once

#include <string>
#include <vector>

#include "results/tables/groups.hpp"
#include "results/tables/values.hpp"

namespace dpsco {

/// Leaves in each cell the runs of one setting of `fields`: among those with the fewest failures
/// the one with the best mean, ties by order of values. Returns what was chosen, [rows][columns],
/// "eta0 = 10", and puts how many settings there were into `most`. Throws ConfigError if a setting
/// mixes experiments.
std::vector<std::vector<std::string>> choose_best(TableGroups& groups,
                                                  const std::vector<RunField>& fields,
                                                  const RunField& rows,
                                                  const RunField& columns,
                                                  const RunValue& value,
                                                  std::size_t& most);

}  // namespace dpsco
