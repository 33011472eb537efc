#include "results/journal/json_line.hpp"

#include <cmath>
#include <limits>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

namespace dpsco {

namespace {
std::string json_text(std::string_view text) {
  std::string out;
  append_quoted(out, text);
  return out;
}
std::string number(double value) {
  std::string out = "1.5e3,";  // what stands before must not matter
  append_double(out, value);
  return out.substr(6);
}
}  // namespace

TEST_CASE("json line: fields are in order, objects nest, and the line ends") {
  std::string out;
  JsonLine line(out);
  line.text("a", "x");
  line.open("empty");
  line.close();
  line.open("b");
  line.whole("c", -3);
  line.open("d");
  line.number("e", 0.1);
  line.close();
  line.raw("f", "[1]");
  line.close();
  line.number("g", 2);
  line.finish();
  CHECK(out ==
        "{\"a\":\"x\",\"empty\":{},\"b\":{\"c\":-3,\"d\":{\"e\":0.1},\"f\":[1]},\"g\":2.0}\n");
}

TEST_CASE("json line: what JSON can't say is null and named at the end with its place") {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  std::string out;
  JsonLine line(out);
  line.number("top", -infinity);
  line.open("metrics");
  line.number("risk", infinity);
  line.number("fine", 1e300);
  line.number("loss", std::nan(""));
  line.close();
  line.finish();
  CHECK(out ==
        "{\"top\":null,\"metrics\":{\"risk\":null,\"fine\":1e+300,\"loss\":null},"
        "\"nonfinite\":{\"top\":\"-inf\",\"metrics.risk\":\"inf\",\"metrics.loss\":\"nan\"}}\n");
}

TEST_CASE("json line: doubles come back bit for bit, and whole ones stay doubles") {
  for (const double value : {0.1,
                             1.0 / 3,
                             -0.0,
                             5e-324,
                             1.7976931348623157e308,
                             9007199254740993.0,
                             1e22,
                             -123456.789}) {
    const nlohmann::json back = nlohmann::json::parse(number(value));
    CHECK(back.is_number_float());
    CHECK(back.get<double>() == value);
    CHECK(std::signbit(back.get<double>()) == std::signbit(value));
  }
  CHECK(number(10) == "10.0");
  CHECK(number(1e300) == "1e+300");
}

TEST_CASE("json line: any bytes make valid JSON on one line") {
  CHECK(json_text("plain") == "\"plain\"");
  CHECK(json_text("a\"b\\c\nd\te") == R"("a\"b\\c\nd\te")");
  CHECK(json_text("\xcf\x83") == "\"\xcf\x83\"");
  CHECK(json_text("\xff!") == "\"\xef\xbf\xbd!\"");
  std::string all;
  for (int c = 0; c < 256; ++c) all += char(c);
  CHECK(nlohmann::json::accept(json_text(all)));
  CHECK(json_text(all).find('\n') == std::string::npos);
}

}  // namespace dpsco
