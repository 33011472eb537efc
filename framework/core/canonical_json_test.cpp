#include "framework/core/canonical_json.hpp"

#include <limits>

#include <doctest/doctest.h>

#include "framework/core/check.hpp"

namespace dpsco {

TEST_CASE("canonical json: order of keys and spelling of numbers do not matter, types do") {
  const auto text = [](const char* json) { return canonical_json(nlohmann::json::parse(json)); };
  CHECK(text(R"({"b": 1.0, "a": [1e0, 0.1]})") == R"({"a":[1.0,0.1],"b":1.0})");
  CHECK(text(R"({"a": [1.0, 1e-1], "b": 1e0})") == R"({"a":[1.0,0.1],"b":1.0})");
  CHECK(text("1") == "1");
  CHECK(text("1.0") == "1.0");
  CHECK(text("-0.0") == "0.0");
  CHECK(text("1e300") == "1e+300");
  CHECK(text(R"("a\"b")") == R"("a\"b")");
  CHECK(text(R"([true, null, -3, 18446744073709551615])") == "[true,null,-3,18446744073709551615]");
  CHECK_THROWS_AS(canonical_json(std::numeric_limits<double>::quiet_NaN()), ConfigError);
}

}  // namespace dpsco
