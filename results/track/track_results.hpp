// Accuracy and privacy against the baseline.
#pragma once

#include <span>
#include <string_view>

#include "results/journal/stored_run.hpp"
#include "results/track/baseline.hpp"
#include "results/track/track_report.hpp"

namespace dpsco {

/// Adjusted p below which a value has moved.
inline constexpr double accuracy_level = 0.05;
/// Relative change of a metric or an epsilon up to which it is rounding (another compiler, another
/// libm), not a move.
inline constexpr double rounding_tolerance = 1e-9;

/// One case a setting and metric. Equal digests: same. Other digests by the build of the baseline:
/// regression, the program is not deterministic. Else a paired Wilcoxon test over repetitions, Holm
/// over all of them: a significant move, to either side, is a regression (a risk that falls for no
/// known reason is a missing noise until somebody says otherwise), any other an advisory. A changed
/// status or a missing run is a regression. Runs pair by key, else by setting, repetition and seed.
void track_accuracy(const Baseline& baseline, std::span<const StoredRun> runs, TrackReport& report);

/// One case a setting and accountant: an epsilon that moved by more than rounding, to either side,
/// or is no longer there, is a regression; one that is new is an advisory.
void track_privacy(const Baseline& baseline, std::span<const StoredRun> runs, TrackReport& report);

/// Takes the runs' accuracy and privacy into the baseline for every case of `report` that moved,
/// and whose subject contains `only` (empty: all), and notes it with the reason. Returns how many.
std::size_t accept_results(Baseline& baseline,
                           std::span<const StoredRun> runs,
                           const TrackReport& report,
                           std::string_view only,
                           std::string_view reason);

}  // namespace dpsco
