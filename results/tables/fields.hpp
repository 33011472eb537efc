// Names for what a run is: the axes and filters of a table.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
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

/// Whether a field says which method was run, rather than on which problem: its label or anything
/// that begins with `algorithm.`.
bool is_of_algorithm(std::string_view field);

/// Whether `calibrate` says so too. The accountant that set a method's noise is part of the method,
/// unless some two experiments of `runs` differ in nothing else.
bool calibrate_is_of_method(std::span<const StoredRun* const> runs);

/// The field `tuning` of a label without an end that says how its method was tuned; of one whose
/// setting was chosen by the answer.
inline constexpr std::string_view untuned = "untuned", oracle_tuned = "oracle-tuned";
/// The fields `method` and `tuning` of a label, views into it or constants.
std::pair<std::string_view, std::string_view> method_and_tuning(std::string_view label);

/// Whether a run meets every condition. A condition is FIELD OP VALUE[,VALUE], OP one of = != < <=
/// >
/// >=, several values with = and != only: "label=sgd,zero", "d>=100". A run without the field meets
/// != alone. Throws ConfigError on an unknown field, a malformed condition, or = with a value that
/// no run of `runs` has (naming the nearest).
using RunFilter = std::function<bool(const StoredRun&)>;
RunFilter filter_of(std::span<const StoredRun> runs, std::span<const std::string> conditions);

/// The runs that filter_of their conditions lets pass.
std::vector<const StoredRun*> filtered(std::span<const StoredRun> runs,
                                       std::span<const std::string> conditions);

}  // namespace dpsco
