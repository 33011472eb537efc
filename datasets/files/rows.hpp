// From rows as a file has them to rows as methods get them.
#pragma once

#include <span>
#include <string_view>

#include "datasets/files/libsvm_text.hpp"
#include "framework/problem/matrix.hpp"

namespace dpsco {

enum class Normalise {
  unit,  ///< every row divided by its own norm; zero rows stay
  clip,  ///< rows above the bound scaled down to it
  none,  ///< rows above the bound refused
};

/// ||values||_2, computed so that squares neither overflow nor vanish.
double row_norm(std::span<const double> values);

/// Brings every row to norm <= bound (unit: to 1 or 0, whatever the bound). No row can overflow or
/// vanish on the way. Throws ConfigError with file, line, norm and bound for `none`; a relative
/// excess of 1e-12 passes as rounding.
void normalise_rows(LabelledRows& rows, Normalise how, double bound);

/// The two labels of a file, the smaller one first.
struct LabelPair {
  double negative = -1, positive = 1;
};
/// Throws ConfigError naming the values unless there are exactly two.
LabelPair two_labels(const LabelledRows& rows);
/// Labels to -1 and +1. Throws ConfigError with file and line on a label that is neither of the
/// pair.
void map_labels(LabelledRows& rows, LabelPair labels);

/// The rows with these numbers, in this order. No spare capacity.
SparseMatrix rows_at(const SparseMatrix& x, std::span<const Index> numbers);
DenseMatrix dense(const SparseMatrix& x);

}  // namespace dpsco
