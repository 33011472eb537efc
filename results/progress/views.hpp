// How progress looks. Views throttle themselves by the state's own clock and return text to a
// function, so they can be tested without a terminal.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "framework/runner/progress.hpp"

namespace dpsco {

/// Takes text that is to appear at once. Never called by two threads at a time.
using TextOut = std::function<void(std::string_view)>;

/// One line that is redrawn at most ten times a second: bar, count, failures, rate, remaining time.
std::unique_ptr<Progress> bar_view(TextOut out);
/// One line every few seconds and one at the end, for logs.
std::unique_ptr<Progress> plain_view(TextOut out);
/// JSON Lines {"done", "elapsed", "failures", "finished_before", "kind": "progress", "rate",
/// "remaining", "total"}, at most ten a second and one at the end with "kind": "finished";
/// remaining is null while unknown. Times in seconds.
std::unique_ptr<Progress> json_view(TextOut out);

/// The view called auto (a bar if standard error is a terminal, else plain), bar, plain, json or
/// none, writing to standard error. Throws ConfigError on another name, naming the nearest.
std::unique_ptr<Progress> make_progress(std::string_view name);

/// "1:05" (minutes and seconds), "2:03:04", "5 d 2:03:04"; pre: seconds >= 0.
std::string clock_text(double seconds);

}  // namespace dpsco
