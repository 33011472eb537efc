#include "results/report/html.hpp"

#include <doctest/doctest.h>

#include "results/report/page_files.hpp"

namespace dpsco {

TEST_CASE("html: text from a journal stays text") {
  CHECK(html(R"x(<img src=x onerror="a('b')">&)x") ==
        "&lt;img src=x onerror=&quot;a(&#39;b&#39;)&quot;&gt;&amp;");
  CHECK(html(std::string("a\0b\x1b[0m\n", 8)) == "a?b?[0m\n");
}

TEST_CASE("html: JSON can't end the script element it stands in, and reads back") {
  const nlohmann::json json{{"</script><script>alert(1)</script>", "<!--"}, {"bad", "\xff"}};
  const std::string text = script_json(json);
  CHECK(text.find('<') == std::string::npos);
  const auto back = nlohmann::json::parse(text);
  CHECK(back["</script><script>alert(1)</script>"] == "<!--");
  CHECK(back["bad"] == "\xef\xbf\xbd");
}

TEST_CASE("html: a library loses the comment lines that name an address and nothing else") {
  const std::string library =
      "/*!\n * Chart v1\n * https://example.org\n * MIT\n */\nlet a=\"</script>\";let u=b//c\n"
      "//# sourceMappingURL=a.map\n";
  CHECK(script_library(library) ==
        "/*!\n * Chart v1\n * MIT\n */\nlet a=\"<\\/script>\";let u=b//c\n");
}

TEST_CASE("html: a line with an address that is not a comment alone is kept") {
  const std::string code = "let a=\"https://x\";\n* https://x */ let b=1;\n";
  CHECK(script_library(code) == code);
}

TEST_CASE("html: Chart.js as built in keeps its authors and licence, and names no address") {
  if (chart_library.empty()) return;  // built with -DDPSCO_CHARTJS=OFF
  const std::string text = script_library(chart_library);
  CHECK(text.find("Chart.js v3") != std::string::npos);
  CHECK(text.find("(c) 2022 Chart.js Contributors") != std::string::npos);
  CHECK(text.find("Released under the MIT License") != std::string::npos);
  CHECK(text.find("://") == std::string::npos);
  CHECK(text.find("sourceMappingURL") == std::string::npos);
  CHECK(text.size() + 200 > chart_library.size());
}

}  // namespace dpsco
