#include "results/progress/views.hpp"

#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "framework/core/check.hpp"

namespace dpsco {

namespace {

using Make = std::unique_ptr<Progress> (*)(TextOut);

/// What a view writes when 100 cells take 10 s, one every 100 ms.
std::vector<std::string> written(Make make, std::size_t finished_before = 0) {
  std::vector<std::string> texts;
  const auto view = make([&](std::string_view text) { texts.emplace_back(text); });
  ProgressState state{.total = 100 + finished_before, .finished_before = finished_before};
  view->update(state);
  for (std::size_t done = 1; done <= 100; ++done) {
    state.done = done;
    state.elapsed = 0.1 * double(done);
    state.failures = done >= 50 ? 1 : 0;
    view->update(state);
  }
  view->finish(state);
  return texts;
}

}  // namespace

TEST_CASE("progress: plain writes a line every five seconds and one at the end") {
  const auto lines = written(plain_view);
  CHECK(lines == std::vector<std::string>{"0/100\n",
                                          "50/100, 1 failed, 10/s, 0:05 left\n",
                                          "100/100, 1 failed, 10/s, 0:00 left\n",
                                          "100/100, 1 failed, 10/s, took 0:10\n"});
  CHECK(written(plain_view, 20)[1] == "70/120 (20 before), 1 failed, 10/s, 0:05 left\n");
}

TEST_CASE("progress: the bar redraws one line at most ten times a second") {
  std::vector<std::string> texts;
  const auto view = bar_view([&](std::string_view text) { texts.emplace_back(text); });
  ProgressState state{.total = 100'000};
  for (state.done = 0; state.done < 100'000; ++state.done) {
    state.elapsed = 1e-5 * double(state.done);  // one second in all
    view->update(state);
  }
  CHECK(texts.size() >= 9);
  CHECK(texts.size() <= 11);
  view->finish(state);
  for (std::size_t i = 0; i + 1 < texts.size(); ++i) {
    CHECK(texts[i].front() == '\r');
    CHECK(texts[i].find('\n') == std::string::npos);
  }
  CHECK(texts.back() == "\n");
  CHECK(texts[texts.size() - 2].starts_with("\r[##############################] 100000/100000"));
  CHECK(texts[5].starts_with("\r[###############...............] 50000/100000"));
  // A shorter line must cover the longer one before it.
  for (std::size_t i = 1; i + 1 < texts.size(); ++i) CHECK(texts[i].size() >= texts[i - 1].size());
}

TEST_CASE("progress: json lines parse, count up, and end with finished") {
  const auto lines = written(json_view, 3);
  CHECK(lines.size() <= 102);
  const auto first = nlohmann::json::parse(lines.front());
  CHECK(first["kind"] == "progress");
  CHECK(first["remaining"].is_null());
  const auto last = nlohmann::json::parse(lines.back());
  CHECK(last["kind"] == "finished");
  CHECK(last["total"] == 103);
  CHECK(last["finished_before"] == 3);
  CHECK(last["done"] == 100);
  CHECK(last["failures"] == 1);
  CHECK(last["rate"] == 10);
  CHECK(last["remaining"] == 0);
  for (const std::string& line : lines) CHECK(line.back() == '\n');
}

TEST_CASE("progress: an empty grid divides by nothing") {
  for (const Make make : {Make(bar_view), Make(plain_view), Make(json_view)}) {
    std::string text;
    const auto view = make([&](std::string_view more) { text += more; });
    view->update({});
    view->finish({});
    CHECK(text.find("nan") == std::string::npos);
    CHECK(text.find("inf") == std::string::npos);
  }
}

TEST_CASE("progress: times read like clocks") {
  CHECK(clock_text(0) == "0:00");
  CHECK(clock_text(65.4) == "1:05");
  CHECK(clock_text(7384) == "2:03:04");
  CHECK(clock_text(439384) == "5 d 2:03:04");
  CHECK(clock_text(1e300) == clock_text(3.2e9));
}

TEST_CASE("progress: an unknown view is refused with the nearest name") {
  CHECK_THROWS_WITH_AS(
      make_progress("jsn"), "unknown progress view 'jsn'; did you mean 'json'?", ConfigError);
  CHECK(make_progress("none") != nullptr);
  CHECK(make_progress("auto") != nullptr);
}

}  // namespace dpsco
