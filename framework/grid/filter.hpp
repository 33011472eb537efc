// --filter: 'epsilon <= 1 and (label =~ "sgd" or not data = spiked)'.
//
//   or      := and ("or" and)*
//   and     := not ("and" not)*
//   not     := "not" not | "(" or ")" | FIELD OPERATOR VALUE
//   OPERATOR:= "=" "==" "!=" "<" "<=" ">" ">=" "=~"
//   FIELD   := algorithm label data loss epsilon delta adjacency calibrate repetition seed,
//              a parameter (d), or a parameter of a section (data.d, loss.h, algorithm.eta0)
//   VALUE   := number, 'text', "text" or a bare word
#pragma once

#include <string_view>
#include <vector>

#include "framework/grid/cell.hpp"

namespace dpsco {

/// The cells for which the expression holds, in order. Numbers compare as numbers (10 = 10.0), text
/// as text; =~ searches a regular expression (ECMAScript, case matters) in the value as printed. A
/// comparison with a parameter that a cell does not have is false, whatever the operator. Throws
/// ConfigError "filter:COLUMN: ..." on bad syntax, on a field that no cell has (naming the
/// nearest), on a parameter name that is in two sections, on < with text and on a bad regular
/// expression.
std::vector<Cell> filter_cells(std::vector<Cell> cells, std::string_view expression);

}  // namespace dpsco
