// Numbers that others published, against ours in the same set-up: inside a band, not equal.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "results/journal/stored_run.hpp"

namespace dpsco {

struct OutsideCheck {
  std::string source{};  ///< who published it, where
  std::string what{};    ///< the quantity and its setting
  double published = 0;
  double low = 0, high = 0;  ///< the band, ends included
  std::string why{};         ///< why the band is what it is
  double ours = 0;           ///< NaN: not measured

  bool inside() const { return low <= ours && ours <= high; }
};

/// Epsilons that papers state, by the conversion they name. No data.
std::vector<OutsideCheck> accounting_checks();
/// Frank-Wolfe on heart: the survey's non-private cell and two private ones, on its own splits.
std::vector<OutsideCheck> heart_checks();
/// Epsilons of pairwise-cancelling noise on three networks. No data.
std::vector<OutsideCheck> pairwise_noise_checks();
/// `decor` on its authors' quadratics: noise at their epsilons, order of the networks' losses.
/// About 0.13 seconds a repetition. pre: repetitions >= 1.
std::vector<OutsideCheck> pairwise_quadratics_checks(int repetitions = 32);
/// From the runs of suites/outside.toml: accuracies on Adult, best of the settings of each method,
/// and the ratio of first to second order. What has no run is NaN, and outside.
std::vector<OutsideCheck> grid_checks(std::span<const StoredRun> runs);

/// A table, a line a check, and under it the reasons.
std::string outside_text(const std::vector<OutsideCheck>& checks);
/// A line for every check outside its band; empty if there is none.
std::string outside_broken(const std::vector<OutsideCheck>& checks);

}  // namespace dpsco
