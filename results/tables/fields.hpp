// Names for what a run is: the axes and filters of a table.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "results/journal/stored_run.hpp"

namespace dpsco {

/// Numbers sort before texts.
using FieldValue = std::variant<double, std::string>;
/// "10", "1e-05", "pnsgd".
std::string to_text(const FieldValue& value);

struct RunField {
  std::string name{};
  /// Empty if the run has no such field (a parameter of another algorithm).
  std::function<std::optional<FieldValue>(const StoredRun&)> of{};
};

/// The field called `name`: label (also called algorithm), algorithm.name, data, loss, n, d,
/// epsilon, delta, adjacency, calibrate, status, repetition, seed, suite, dataset (the file of data
/// from files, else data), method and tuning (the two parts of a label "METHOD, oracle-tuned" or
/// "METHOD, privately tuned"), or a parameter of any of the runs, in full (algorithm.eta0) or short
/// (eta0) where that is unambiguous. Throws ConfigError naming the nearest, or the full names of an
/// ambiguous one.
RunField field_named(std::string_view name, std::span<const StoredRun> runs);

/// What makes a run another experiment, rather than another repetition: all fields of `runs` but
/// repetition, seed, status and suite.
std::vector<RunField> identity_fields(std::span<const StoredRun* const> runs);

/// The runs that meet every condition. A condition is FIELD OP VALUE[,VALUE], OP one of = != < <= >
/// >=, several values with = and != only: "label=sgd,zero", "d>=100". A run without the field meets
/// != alone. Throws ConfigError on an unknown field, a malformed condition, or = with a value that
/// no run has (naming the nearest).
std::vector<const StoredRun*> filtered(std::span<const StoredRun> runs,
                                       std::span<const std::string> conditions);

}  // namespace dpsco
