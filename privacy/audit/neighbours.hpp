// Worst-case neighbours for distinguishing games: two data sets that differ in one record whose
// gradient is as large as allowed and points to opposite sides, or is there and not there.
#pragma once

#include <memory>
#include <string>

#include "framework/contracts.hpp"

namespace dpsco {

/// What all other records do.
enum class Others {
  silent,    ///< zero rows: no gradient, so nothing but noise surrounds the differing record
  opposite,  ///< push like the second data set's record: the worst case under secret sampling
  pulling,   ///< draw the iterate to 0, which makes it forget earlier noise
};
std::string_view name(Others others);

/// A pair of data sets, up to the place of the differing record.
struct Arrangement {
  Index n = 32, d = 1;
  Others others = Others::silent;
  double width = 1e3;  ///< of the loss's corner (AuditLoss), so L = 1/width
  double l2 = 0;       ///< lambda of the loss
};
/// "n = 32, d = 1, others silent".
std::string describe(const Arrangement& arrangement);

/// The facts that both data sets share: unit rows, R = 10, n declared.
Facts facts_of(const Arrangement& arrangement);

struct Neighbours {
  Problem here{}, there{};
};
/// Record `place` is (u, +1) in `here`, u the unit vector with equal coordinates. In `there` it is
/// (u, -1) under replace_one, (0, +1) under zero_out and left out under add_remove; n stays what
/// was declared. pre: 0 <= place < n, n >= 1, d >= 1.
Neighbours make_neighbours(const Arrangement& arrangement, Adjacency adjacency, Index place);

}  // namespace dpsco
