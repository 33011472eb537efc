// A ledger as compositions of Gaussian-type dominating pairs, one for each direction of adjacency.
#pragma once

#include <vector>

#include "framework/core/outcome.hpp"
#include "framework/ledger/ledger.hpp"
#include "privacy/numeric/contour_composition.hpp"

namespace dpsco {

/// The ledger's epsilon is at most the largest of `uppers` and at least the largest of `lowers`.
struct ContourLedger {
  std::vector<Composition> uppers{}, lowers{};
  bool separate_lowers = false;  ///< else the uppers' own lower bounds are bounds of the truth
  bool attained = true;          ///< the lowers are attained by data sets
  bool open = false;             ///< the upper pair's composition is not known to be attained
  bool compressed = false;       ///< many different noises were
  bool non_private = false;
};

/// How many different noises are compressed: interpolated over wide or narrow ranges, or rounded to
/// bins, which is always certain and least tight.
enum class Compression { wide, narrow, bins };

/// A Skip names the event and why the pair (event, adjacency) has no dominating pair here.
Outcome<ContourLedger> contour_ledger(const Ledger& ledger, Compression compression);

}  // namespace dpsco
