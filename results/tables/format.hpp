#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "results/tables/table.hpp"

namespace dpsco {

/// Columns of text that fit `width` characters where they can: what does not fit goes in further
/// blocks below. Every format ends with the legend.
std::string table_as_text(const Table& table, std::size_t width = 100);
std::string table_as_markdown(const Table& table);
/// One line a cell: rows, columns, mean, low, high, runs, failed, slope of the row and its
/// interval, reason. Legend lines start with "# ".
std::string table_as_csv(const Table& table);
/// {"rows": [..], "columns": [..], "cells": [[{"mean", "low", "high", "runs", "failed"} | null]],
/// "slope": [{"value", "low", "high", "reason"?}], "reasons": [[text | null]], "legend": [..]};
/// what is unknown is null. Doubles round-trip. See docs/results.md.
std::string table_as_json(const Table& table);

/// `format` is text, md, csv or json. Throws ConfigError naming the nearest.
std::string table_as(std::string_view format, const Table& table, std::size_t width = 100);

/// "0.1406 +- 0.0076": the half width to two digits, the mean to the same place.
std::string mean_text(double mean, const std::optional<Interval95>& interval);

}  // namespace dpsco
