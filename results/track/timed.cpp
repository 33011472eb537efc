#include "results/track/timed.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "framework/core/check.hpp"
#include "results/compare/bootstrap.hpp"
#include "results/compare/paired_tests.hpp"
#include "results/track/counted.hpp"
#include "results/track/spawn.hpp"

namespace dpsco {

namespace {

std::string round_text(const TimedRound& round) {
  const std::string interval = round.interval ? fmt::format(" [{:+.2f}, {:+.2f}]",
                                                            100 * round.interval->low,
                                                            100 * round.interval->high)
                                              : "";
  return fmt::format(
      "{:+.2f} %{}, Wilcoxon p = {:.2g}", 100 * round.effect, interval, round.p.value_or(1));
}

}  // namespace

double time_of_call(const std::filesystem::path& program,
                    const std::string& kernel,
                    double seconds) {
  const Finished finished = spawned(
      {program.string(), "--time", kernel, fmt::format("{}", seconds)}, clean_environment());
  double time = 0;
  const char* const end = finished.out.data() + finished.out.size();
  require(finished.code == 0 && std::from_chars(finished.out.data(), end, time).ec == std::errc{} &&
              time > 0,
          "{} --time {} failed with exit code {}: {}",
          program.string(),
          kernel,
          finished.code,
          finished.error);
  return time;
}

TimedRound timed_round(const Measure& old_one,
                       const Measure& new_one,
                       const TimedOptions& options) {
  std::vector<double> ratios;
  for (int pair = 0; pair < options.pairs; ++pair) {
    double before = 0, after = 0;
    if (pair % 2 == 0) {
      before = old_one();
      after = new_one();
    } else {
      after = new_one();
      before = old_one();
    }
    ratios.push_back(std::log(after / before));
  }
  const MedianInterval median = median_with_interval(ratios);
  TimedRound round{.p = signed_rank_test(ratios), .effect = std::expm1(median.median)};
  if (median.interval)
    round.interval =
        Interval95{std::expm1(median.interval->low), std::expm1(median.interval->high)};
  round.moved =
      round.p.value_or(1) < options.level && std::abs(round.effect) >= options.least_effect;
  return round;
}

TrackCase timed_case(const std::string& kernel,
                     const Measure& old_one,
                     const Measure& new_one,
                     const TimedOptions& options) {
  TrackCase found{.kind = "timed", .subject = kernel};
  const TimedRound first = timed_round(old_one, new_one, options);
  found.before = 1;
  found.after = 1 + first.effect;
  found.what = round_text(first);
  if (!first.moved) return found;
  const TimedRound second = timed_round(old_one, new_one, options);
  found.what += "; again: " + round_text(second);
  const bool confirmed = second.moved && (second.effect > 0) == (first.effect > 0);
  found.verdict = !confirmed         ? Verdict::advisory
                  : first.effect > 0 ? Verdict::regression
                                     : Verdict::improved;
  if (!confirmed) found.what += ": not confirmed";
  return found;
}

void track_times(const std::filesystem::path& old_program,
                 const std::filesystem::path& new_program,
                 std::string_view only,
                 const TimedOptions& options,
                 TrackReport& report) {
  require(options.pairs >= 6 && options.pairs % 2 == 0,
          "--pairs {}: expected an even number of at least 6",
          options.pairs);
  const std::vector<std::string> before = kernels_of(old_program), after = kernels_of(new_program);
  std::size_t shared = 0;
  for (const std::string& kernel : after) {
    if (std::find(before.begin(), before.end(), kernel) == before.end()) {
      report.notes.push_back(fmt::format("timed: {} is not in the old program", kernel));
      continue;
    }
    if (kernel.find(only) == std::string::npos) continue;
    ++shared;
    report.cases.push_back(timed_case(
        kernel,
        [&] { return time_of_call(old_program, kernel, options.seconds); },
        [&] { return time_of_call(new_program, kernel, options.seconds); },
        options));
  }
  require(shared > 0,
          "the two programs share no kernel whose name contains '{}': they have {} and {}",
          only,
          fmt::join(before, " "),
          fmt::join(after, " "));
  report.notes.push_back(
      fmt::format("timed: {} pairs in the order old new new old, CPU time, a fresh process each; a "
                  "regression is "
                  "slower by {:g} % or more with p < {:g} in two rounds in a row",
                  options.pairs,
                  100 * options.least_effect,
                  options.level));
}

}  // namespace dpsco
