#include "results/progress/views.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <unistd.h>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "framework/core/check.hpp"
#include "framework/core/nearest.hpp"

namespace dpsco {

namespace {

/// True once per period, and always the first time.
class Pace {
 public:
  explicit Pace(double period) : period_(period) {}
  bool due(double now) {
    if (now < next_) return false;
    next_ = now + period_;
    return true;
  }

 private:
  double period_, next_ = 0;
};

std::size_t finished(const ProgressState& state) {
  return state.finished_before + state.done;
}

/// "12/40, 1 failed, 3.4/s, 0:08 left"; the parts that say something.
std::string counts(const ProgressState& state) {
  std::string text = fmt::format("{}/{}", finished(state), state.total);
  if (state.finished_before > 0) text += fmt::format(" ({} before)", state.finished_before);
  if (state.failures > 0) text += fmt::format(", {} failed", state.failures);
  if (state.done > 0) text += fmt::format(", {:.3g}/s", state.rate());
  return text;
}
std::string counts_and_rest(const ProgressState& state) {
  const auto remaining = state.remaining();
  return counts(state) +
         (remaining ? fmt::format(", {} left", clock_text(*remaining)) : std::string());
}
std::string counts_and_time(const ProgressState& state) {
  return fmt::format("{}, took {}", counts(state), clock_text(state.elapsed));
}

class Bar final : public Progress {
 public:
  explicit Bar(TextOut out) : out_(std::move(out)) {}
  void update(const ProgressState& state) override {
    if (pace_.due(state.elapsed)) draw(state, counts_and_rest(state));
  }
  void finish(const ProgressState& state) override {
    draw(state, counts_and_time(state));
    out_("\n");
  }

 private:
  void draw(const ProgressState& state, const std::string& text) {
    constexpr std::size_t width = 30;
    const std::size_t full = state.total == 0 ? width : width * finished(state) / state.total;
    const std::string line =
        fmt::format("\r[{}{}] {}", std::string(full, '#'), std::string(width - full, '.'), text);
    // Blanks cover what a longer line left behind.
    out_(line + std::string(longest_ - std::min(longest_, line.size()), ' '));
    longest_ = std::max(longest_, line.size());
  }

  TextOut out_;
  Pace pace_{0.1};
  std::size_t longest_ = 0;
};

class Plain final : public Progress {
 public:
  explicit Plain(TextOut out) : out_(std::move(out)) {}
  void update(const ProgressState& state) override {
    if (pace_.due(state.elapsed)) out_(counts_and_rest(state) + "\n");
  }
  void finish(const ProgressState& state) override { out_(counts_and_time(state) + "\n"); }

 private:
  TextOut out_;
  Pace pace_{5};
};

class Json final : public Progress {
 public:
  explicit Json(TextOut out) : out_(std::move(out)) {}
  void update(const ProgressState& state) override {
    if (pace_.due(state.elapsed)) line(state, "progress");
  }
  void finish(const ProgressState& state) override { line(state, "finished"); }

 private:
  void line(const ProgressState& state, const char* kind) {
    const auto remaining = state.remaining();
    const nlohmann::json object{
        {"kind", kind},
        {"total", state.total},
        {"finished_before", state.finished_before},
        {"done", state.done},
        {"failures", state.failures},
        {"elapsed", state.elapsed},
        {"rate", state.rate()},
        {"remaining", remaining ? nlohmann::json(*remaining) : nlohmann::json()}};
    out_(object.dump() + "\n");
  }

  TextOut out_;
  Pace pace_{0.1};
};

/// One write(2), so that lines of several processes do not mix. Losing progress is no error.
void to_standard_error(std::string_view text) {
  [[maybe_unused]] const ssize_t ignored = ::write(STDERR_FILENO, text.data(), text.size());
}

}  // namespace

std::string clock_text(double seconds) {
  // Beyond a hundred years nobody reads the digits.
  const auto whole = std::int64_t(std::min(std::round(seconds), 3.2e9));
  const std::int64_t days = whole / 86'400, hours = whole / 3'600 % 24, minutes = whole / 60 % 60;
  const std::string tail = fmt::format("{:02}", whole % 60);
  if (days > 0) return fmt::format("{} d {}:{:02}:{}", days, hours, minutes, tail);
  if (hours > 0) return fmt::format("{}:{:02}:{}", hours, minutes, tail);
  return fmt::format("{}:{}", minutes, tail);
}

std::unique_ptr<Progress> bar_view(TextOut out) {
  return std::make_unique<Bar>(std::move(out));
}
std::unique_ptr<Progress> plain_view(TextOut out) {
  return std::make_unique<Plain>(std::move(out));
}
std::unique_ptr<Progress> json_view(TextOut out) {
  return std::make_unique<Json>(std::move(out));
}

std::unique_ptr<Progress> make_progress(std::string_view name) {
  if (name == "auto") name = ::isatty(STDERR_FILENO) == 1 ? "bar" : "plain";
  if (name == "bar") return bar_view(to_standard_error);
  if (name == "plain") return plain_view(to_standard_error);
  if (name == "json") return json_view(to_standard_error);
  const std::vector<std::string> known{"auto", "bar", "json", "none", "plain"};
  require(name == "none", "unknown progress view '{}'{}", name, did_you_mean(name, known));
  return std::make_unique<NoProgress>();
}

}  // namespace dpsco
