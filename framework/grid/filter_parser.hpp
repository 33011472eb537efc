#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "framework/registry/card.hpp"

namespace dpsco {

/// A parsed filter. Columns count bytes from 1.
struct FilterNode {
  enum class Kind { all_of, any_of, none_of, comparison };
  Kind kind = Kind::comparison;
  std::vector<FilterNode> parts{};  ///< operands; one for none_of, none for a comparison

  std::string field{}, compare{};  ///< "data.d", "<="; "==" is stored as "="
  ParameterValue value{};
  std::size_t field_column = 0, compare_column = 0, value_column = 0;
};

/// Throws ConfigError "filter:COLUMN: ...", also on more than 100 levels of nesting.
FilterNode parse_filter(std::string_view expression);

}  // namespace dpsco
