#pragma once

#include <string>
#include <vector>

#include "results/tables/groups.hpp"

namespace dpsco {

/// The legend's lines about what does not vary: fields with one value in all of the table, then
/// those with one value in each row, then in each column. Fields that are an axis, the privacy
/// target (which has a line of its own) and parameters that repeat n and d are left out.
std::vector<std::string> constants_of(const TableGroups& groups,
                                      const std::vector<std::string>& axes);

}  // namespace dpsco
