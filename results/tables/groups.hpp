#pragma once

#include <span>
#include <vector>

#include "results/tables/fields.hpp"
#include "results/tables/plan_order.hpp"
#include "results/tables/values.hpp"

namespace dpsco {

/// Runs sorted into the cells of a table.
struct TableGroups {
  std::vector<FieldValue> rows{}, columns{};
  std::vector<std::vector<std::vector<const StoredRun*>>> cells{};  ///< [rows][columns]
  std::size_t without_field = 0;                                    ///< runs that lack an axis
};

/// Sorts runs by the two fields. Order: see make_table. Throws ConfigError if no run has both.
TableGroups grouped(std::span<const StoredRun* const> runs,
                    const RunField& rows,
                    const RunField& columns,
                    const PlanOrder& plan);

/// Throws ConfigError if the runs of a cell differ in anything but the repetition.
void require_one_experiment_a_cell(const TableGroups& groups,
                                   const RunField& rows,
                                   const RunField& columns);

/// Leaves one run for each (seed, repetition) of a cell: the newest that was asked for the value.
/// Others are the same repetition by an older version of a plug-in or with other metrics. Returns
/// how many were dropped.
std::size_t drop_superseded(TableGroups& groups, const RunValue& value);

}  // namespace dpsco
