#include "datasets/files/libsvm_text.hpp"

#include <algorithm>
#include <cassert>
#include <charconv>
#include <cmath>
#include <limits>

#include "framework/core/check.hpp"

namespace dpsco {

namespace {

bool blank(char c) {
  return c == ' ' || c == '\t' || c == '\r';
}
bool digit(char c) {
  return c >= '0' && c <= '9';
}

class Reader {
 public:
  Reader(std::string_view text, std::string_view file, Index d)
      : at_(text.data()), end_(at_ + text.size()), line_start_(at_), d_(d) {
    rows_.file = file;
    rows_.x.d = d;
    const auto lines = std::size_t(std::count(text.begin(), text.end(), '\n')) + 1;
    const auto values = std::size_t(std::count(text.begin(), text.end(), ':'));
    rows_.y.reserve(lines);
    rows_.line.reserve(lines);
    rows_.x.start.reserve(lines + 1);
    rows_.x.columns.reserve(values);
    rows_.x.values.reserve(values);
  }

  LabelledRows read() && {
    for (; at_ != end_; next_line()) {
      skip_blanks();
      if (!line_ends()) row();
    }
    rows_.x.n = Index(rows_.y.size());
    require(rows_.x.n > 0, "{} has no rows: expected lines 'label index:value ...'", rows_.file);
    return std::move(rows_);
  }

 private:
  void row() {
    rows_.y.push_back(number("a label (a number)"));
    rows_.line.push_back(line_);
    Index previous = 0;
    for (skip_blanks(); !line_ends(); skip_blanks()) {
      const Index column = index(previous);
      const double value = number("a value (a finite number) after ':'");
      previous = column;
      if (value == 0) continue;
      rows_.x.columns.push_back(std::int32_t(column - 1));
      rows_.x.values.push_back(value);
    }
    rows_.x.start.push_back(Index(rows_.x.values.size()));
  }

  /// Reads `index:`.
  Index index(Index previous) {
    Index column = 0;
    const auto [stop, error] = std::from_chars(at_, end_, column);
    if (error == std::errc::result_out_of_range) column = std::numeric_limits<Index>::max();
    if (error == std::errc::invalid_argument)
      fail(fmt::format("a feature index (a whole number from 1 to {}), then ':' and a value", d_));
    if (stop == end_ || *stop != ':')
      fail(fmt::format("'index:value', with ':' right after the index {}", column));
    if (column < 1) fail("a feature index of at least 1: columns count from 1");
    if (column > d_) fail(fmt::format("a feature index of at most d = {}", d_));
    if (column <= previous)
      fail(fmt::format("increasing feature indices: the one before is {}", previous));
    at_ = stop + 1;
    return column;
  }

  double number(std::string_view expected) {
    const char* from = at_;
    if (from != end_ && *from == '+' && from + 1 != end_ && (digit(from[1]) || from[1] == '.'))
      ++from;  // from_chars knows no plus sign
    double value = 0;
    const auto [stop, error] = std::from_chars(from, end_, value);
    if (error == std::errc::result_out_of_range) fail("a number that a double can hold");
    if (error != std::errc() || !std::isfinite(value)) fail(expected);
    if (stop != end_ && *stop != '\n' && *stop != '#' && !blank(*stop)) fail(expected);
    at_ = stop;
    return value;
  }

  void skip_blanks() {
    while (at_ != end_ && blank(*at_)) ++at_;
  }
  bool line_ends() const { return at_ == end_ || *at_ == '\n' || *at_ == '#'; }
  /// To the first character of the next line, past a comment.
  void next_line() {
    at_ = std::find(at_, end_, '\n');
    if (at_ == end_) return;
    line_start_ = ++at_;
    ++line_;
  }

  [[noreturn]] void fail(std::string_view expected) const {
    constexpr std::size_t shown = 24;
    std::string found;
    for (const char* c = at_; c != end_ && *c != '\n' && !blank(*c) && found.size() < shown; ++c)
      found += *c > ' ' && *c < '\x7f' ? *c : '?';  // a message stays one line of ASCII
    if (!found.empty()) {
      found = fmt::format("'{}'", found);
    } else {
      found = line_ends() ? "the end of the line" : "a blank";
    }
    throw ConfigError(fmt::format("{}:{}:{}: expected {}, found {}",
                                  rows_.file,
                                  line_,
                                  at_ - line_start_ + 1,
                                  expected,
                                  found));
  }

  const char *at_, *end_, *line_start_;
  Index d_, line_ = 1;
  LabelledRows rows_{};
};

}  // namespace

LabelledRows parse_libsvm(std::string_view text, std::string_view file, Index d) {
  assert(d >= 1 && d <= std::numeric_limits<std::int32_t>::max());
  return Reader(text, file, d).read();
}

}  // namespace dpsco
