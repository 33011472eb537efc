// The curves that a study compares: runs sorted by method, dimension and repetition.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "results/compare/pairing.hpp"
#include "results/journal/stored_run.hpp"
#include "results/tables/fields.hpp"
#include "suites/studies/measured_crossing.hpp"

namespace dpsco {

/// Runs of one label and one setting of its algorithm; the newest of each repetition.
struct MeasuredArm {
  std::string name{};  ///< the label, and the settings in which arms of that label differ
  std::map<double, RunsByRepetition> at{};  ///< by d
};

/// The arms with these labels, in their order. Runs without a dimension (they failed before they
/// had data) are left out. pre: the runs differ in dimension, algorithm and repetition only.
std::vector<MeasuredArm> arms_of(std::span<const StoredRun* const> runs,
                                 std::span<const std::string> labels);

using ValueOf = std::function<std::optional<double>(const StoredRun&)>;

/// Two arms over all of their dimensions and repetitions.
struct Pairing {
  PairedCurves curves{};
  std::size_t unpaired = 0;  ///< values without a partner
};
Pairing paired(const MeasuredArm& flat,
               const ValueOf& flat_value,
               const MeasuredArm& growing,
               const ValueOf& growing_value);

/// The field's value as text; "-" if the run has none.
std::string text_of(const RunField& field, const StoredRun& run);
/// Those of which the runs have more than one value.
std::vector<RunField> varying(std::vector<RunField> fields, std::span<const StoredRun* const> runs);

}  // namespace dpsco
