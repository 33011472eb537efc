#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "results/tables/table.hpp"

namespace dpsco {

/// Columns of text that fit `width` characters where they can: what does not fit goes in further
/// blocks below. Every format ends with the legend.
std::string table_as_text(const Table& table, std::size_t width = 100);
std::string table_as_markdown(const Table& table);
/// A table environment for booktabs: numbers in math, notes and legend under it.
std::string table_as_latex(const Table& table);
/// One line a cell: rows, columns, mean, low, high, runs, failed, slope of the row and its
/// interval, reason. Another statistic than the mean adds its own column after the mean, and
/// chosen settings (best_over) theirs at the end. Legend lines start with "# ".
std::string table_as_csv(const Table& table);
/// {"rows": [..], "columns": [..], "cells": [[{"mean", "low", "high", "runs", "failed"} | null]],
/// "slope": [{"value", "low", "high", "reason"?}], "reasons": [[text | null]], "legend": [..]};
/// what is unknown is null. Doubles round-trip. Another statistic than the mean adds "value" to
/// cells, which low and high are then of, and "statistic"; best_over adds "choices". See
/// docs/results.md.
std::string table_as_json(const Table& table);

/// `format` is text, md, latex, csv or json. Throws ConfigError naming the nearest.
std::string table_as(std::string_view format, const Table& table, std::size_t width = 100);

/// One table as table_as; several under each other, each with its value as a title, a legend line
/// only once. csv: one list with a first column `value`. json: {"tables": [{"value", ...}]}.
std::string tables_as(std::string_view format,
                      std::span<const Table> tables,
                      std::size_t width = 100);

/// "0.1406 +- 0.0076": the half width to two digits, the mean to the same place.
std::string mean_text(double mean, const std::optional<Interval95>& interval);

}  // namespace dpsco
