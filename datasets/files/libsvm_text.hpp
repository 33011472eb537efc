#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "framework/problem/matrix.hpp"

namespace dpsco {

/// Rows as the text has them: labels not mapped, values not scaled.
struct LabelledRows {
  SparseMatrix x{};           ///< [n, d]
  std::vector<double> y{};    ///< [n]
  std::vector<Index> line{};  ///< [n] line of each row, from 1
  std::string file{};         ///< for messages
};

/// Reads LIBSVM text: one row a line, `label index:value index:value ...`, indices from 1 to d and
/// increasing, blanks or tabs between them. Blank lines, `# comments` at the end of a line, CRLF
/// and a missing last newline are fine; zeros that are written out are dropped. Throws ConfigError
/// "FILE:LINE:COLUMN: expected ..., found ..." on anything else, and if there is no row at all.
/// pre: 1 <= d < 2^31.
LabelledRows parse_libsvm(std::string_view text, std::string_view file, Index d);

}  // namespace dpsco
