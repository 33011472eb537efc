#include "datasets/files/libsvm_text.hpp"

#include <doctest/doctest.h>

#include "datasets/files/testing/test_folder.hpp"
#include "framework/core/random.hpp"

namespace dpsco {
namespace {

LabelledRows parse(std::string_view text, Index d = 9) {
  return parse_libsvm(text, "f", d);
}
std::string error(std::string_view text, Index d = 9) {
  return error_of([&] { parse(text, d); });
}

TEST_CASE("parse_libsvm: rows, labels, zero-based columns and line numbers") {
  const LabelledRows rows = parse("+1 1:0.5 3:-2e-1\n-1\n2.5 9:+.25\n");
  CHECK(rows.x.n == 3);
  CHECK(rows.x.d == 9);
  CHECK(rows.y == std::vector<double>{1, -1, 2.5});
  CHECK(rows.x.start == std::vector<Index>{0, 2, 2, 3});
  CHECK(rows.x.columns == std::vector<std::int32_t>{0, 2, 8});
  CHECK(rows.x.values == std::vector<double>{0.5, -0.2, 0.25});
  CHECK(rows.line == std::vector<Index>{1, 2, 3});
  CHECK(rows.file == "f");
}

TEST_CASE(
    "parse_libsvm: white space, comments, blank lines and a missing last newline change nothing") {
  const LabelledRows plain = parse("1 1:1 2:2\n-1 3:3\n");
  for (const char* text : {"1 1:1 2:2\n-1 3:3",
                           "1 1:1 2:2 \t\n-1 3:3  ",
                           "1 1:1 2:2\r\n-1 3:3\r\n",
                           "\n1\t1:1  2:2\n\n \n-1 3:3\n\n",
                           "# head\n1 1:1 2:2 # one\n-1 3:3#two\n#"}) {
    CAPTURE(text);
    const LabelledRows rows = parse(text);
    CHECK(rows.x.start == plain.x.start);
    CHECK(rows.x.columns == plain.x.columns);
    CHECK(rows.x.values == plain.x.values);
    CHECK(rows.y == plain.y);
  }
}

TEST_CASE("parse_libsvm: line numbers count blank and comment lines") {
  CHECK(parse("# a\n\n1 1:1\n").line == std::vector<Index>{3});
}

TEST_CASE("parse_libsvm: zeros that are written out are not stored, but must be in order") {
  const LabelledRows rows = parse("1 1:0 2:-0.0 3:1\n");
  CHECK(rows.x.columns == std::vector<std::int32_t>{2});
  CHECK(error("1 3:0 2:1\n") ==
        "f:1:7: expected increasing feature indices: the one before is 3, found '2:1'");
}

TEST_CASE(
    "parse_libsvm: every mistake names file, line, column, what was expected and what stood "
    "there") {
  struct Case {
    const char *text, *message;
  };
  const Case cases[] = {
      {"", "f has no rows: expected lines 'label index:value ...'"},
      {"# only\n\n", "f has no rows: expected lines 'label index:value ...'"},
      {"1 1:1\nx 1:1", "f:2:1: expected a label (a number), found 'x'"},
      {"1,2 1:1", "f:1:1: expected a label (a number), found '1,2'"},
      {"nan 1:1", "f:1:1: expected a label (a number), found 'nan'"},
      {"inf", "f:1:1: expected a label (a number), found 'inf'"},
      {"1:1 2:1", "f:1:1: expected a label (a number), found '1:1'"},
      {"1 1:1 2", "f:1:7: expected 'index:value', with ':' right after the index 2, found '2'"},
      {"1 1 :1", "f:1:3: expected 'index:value', with ':' right after the index 1, found '1'"},
      {"+-1 1:1", "f:1:1: expected a label (a number), found '+-1'"},
      {"1 1:1 2: 3:1", "f:1:9: expected a value (a finite number) after ':', found a blank"},
      {"1 1:1 2:\n",
       "f:1:9: expected a value (a finite number) after ':', found the end of the line"},
      {"1 1:a", "f:1:5: expected a value (a finite number) after ':', found 'a'"},
      {"1 1:1:2", "f:1:5: expected a value (a finite number) after ':', found '1:2'"},
      {"1 1:0x10", "f:1:5: expected a value (a finite number) after ':', found '0x10'"},
      {"1 1:nan", "f:1:5: expected a value (a finite number) after ':', found 'nan'"},
      {"1 1:-inf", "f:1:5: expected a value (a finite number) after ':', found '-inf'"},
      {"1 1:1e999", "f:1:5: expected a number that a double can hold, found '1e999'"},
      {"1 1:++1", "f:1:5: expected a value (a finite number) after ':', found '++1'"},
      {"1 0:1", "f:1:3: expected a feature index of at least 1: columns count from 1, found '0:1'"},
      {"1 -3:1",
       "f:1:3: expected a feature index of at least 1: columns count from 1, found '-3:1'"},
      {"1 10:1", "f:1:3: expected a feature index of at most d = 9, found '10:1'"},
      {"1 99999999999999999999:1",
       "f:1:3: expected a feature index of at most d = 9, found '99999999999999999999:1'"},
      {"1 3:1 3:1", "f:1:7: expected increasing feature indices: the one before is 3, found '3:1'"},
      {"1 qid:4 1:1",
       "f:1:3: expected a feature index (a whole number from 1 to 9), then ':' and a value, found "
       "'qid:4'"},
      {"1 1.5:1", "f:1:3: expected 'index:value', with ':' right after the index 1, found '1.5:1'"},
      {"1 \x80\x01:1",
       "f:1:3: expected a feature index (a whole number from 1 to 9), then ':' and a value, found "
       "'??:1'"},
      {"1 abcdefghijklmnopqrstuvwxyz",
       "f:1:3: expected a feature index (a whole number from 1 to 9), then ':' and a value, found "
       "'abcdefghijklmnopqrstuvwx'"}};
  for (const Case& c : cases) CHECK(error(c.text) == c.message);
}

TEST_CASE("parse_libsvm: cut at any byte, a file is refused or read as fewer, well-formed rows") {
  const std::string text = "+1 1:0.25 3:-1e-2 # c\r\n\n-1 2:1.5\n+1\n-1 1:7 2:8 9:9\n";
  const LabelledRows whole = parse(text);
  for (std::size_t size = 0; size <= text.size(); ++size) {
    CAPTURE(size);
    const std::string cut = text.substr(0, size);  // on the heap: a read past it is seen by ASan
    try {
      const LabelledRows rows = parse(cut);
      CHECK(rows.x.n >= 1);
      CHECK(rows.x.n <= whole.x.n);
      CHECK(rows.x.start.size() == std::size_t(rows.x.n) + 1);
      CHECK(rows.y.size() == std::size_t(rows.x.n));
    } catch (const ConfigError& refused) {
      CHECK(std::string(refused.what()).substr(0, 1) == "f");
    }
  }
}

TEST_CASE("parse_libsvm: random damage is refused or read, never worse") {
  // 20,000 files with one to four bytes replaced; seed 41.
  const std::string text = "+1 1:0.25 3:-1e-2 # c\r\n\n-1 2:1.5\n+1\n-1 1:7 2:8 9:9\n";
  const std::string bytes("\0 \n\r\t#:+-.,e0189x\x80\xff", 19);
  Stream stream({41, 0});
  int read = 0, refused = 0;
  for (int trial = 0; trial < 20000; ++trial) {
    std::string damaged = text;
    for (std::uint64_t hits = 1 + stream.below(4); hits > 0; --hits)
      damaged[stream.below(damaged.size())] = bytes[stream.below(bytes.size())];
    try {
      const LabelledRows rows = parse(damaged);
      ++read;
      REQUIRE(std::size_t(rows.x.start.back()) == rows.x.values.size());
      for (const std::int32_t column : rows.x.columns) REQUIRE((column >= 0 && column < 9));
    } catch (const ConfigError&) {
      ++refused;
    }
  }
  CHECK(read > 1000);
  CHECK(refused > 1000);
}

}  // namespace
}  // namespace dpsco
