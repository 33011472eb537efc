// Writes one line of JSON straight into a string: a record costs a few microseconds, a tree of
// nodes would cost ten times that.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dpsco {

/// Appends {"a":1,...}\n to `out`. Doubles are written by fmt's shortest round-trip form, a whole
/// double as 1.0, so that readers keep its type. JSON has no NaN and no infinity: such a number is
/// written as null and named in the line's last field, "nonfinite": {"metrics.risk": "inf"}.
class JsonLine {
 public:
  /// `out` must outlive this object. The names passed below must live until finish().
  explicit JsonLine(std::string& out) : out_(out) { out_ += '{'; }

  void text(std::string_view name, std::string_view value);
  void number(std::string_view name, double value);
  void whole(std::string_view name, std::int64_t value);
  /// `json` is a JSON value without newlines; it is not checked.
  void raw(std::string_view name, std::string_view json);
  /// Opens an object field; close() ends it.
  void open(std::string_view name);
  void close();
  /// Ends the line with the non-finite numbers, the brace and the newline. pre: all is closed.
  void finish();

 private:
  void field(std::string_view name);

  std::string& out_;
  bool first_ = true;  ///< no field yet in the innermost object
  std::vector<std::string_view> path_{};
  std::vector<std::pair<std::string, std::string_view>> nonfinite_{};  ///< dotted path, its value
};

/// Appends `text` quoted and escaped. Bytes that are not UTF-8 become U+FFFD, since JSON is UTF-8.
void append_quoted(std::string& out, std::string_view text);

/// Appends the shortest text that reads back as `value`; a whole number gets ".0".
/// pre: value is finite.
void append_double(std::string& out, double value);

}  // namespace dpsco
