#include "results/track/counted.hpp"

#include <charconv>
#include <chrono>
#include <fstream>
#include <sstream>
#include <stdlib.h>  // NOLINT(modernize-deprecated-headers): mkdtemp is POSIX, not C++

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "framework/core/check.hpp"
#include "results/journal/run_line.hpp"
#include "results/track/spawn.hpp"

namespace dpsco {

namespace fs = std::filesystem;

namespace {

/// A folder of its own that is gone at the end.
class Scratch {
 public:
  Scratch() {
    std::string pattern = (fs::temp_directory_path() / "dpsco-track-XXXXXX").string();
    require(mkdtemp(pattern.data()) != nullptr, "can't make a folder like {}", pattern);
    path_ = pattern;
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  Scratch(Scratch&&) = delete;
  Scratch& operator=(Scratch&&) = delete;
  ~Scratch() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

std::string read_all(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  require(in.is_open(), "callgrind wrote no {}", file.string());
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

std::string tail_of(const std::string& text) {
  return text.substr(text.size() - std::min<std::size_t>(text.size(), 500));
}

std::string answer(const fs::path& program, const std::string& question, bool in_valgrind) {
  std::vector<std::string> words{program.string(), question};
  if (in_valgrind) words.insert(words.begin(), {"valgrind", "--tool=none", "-q"});
  const Finished finished = spawned(words, clean_environment());
  require(finished.code == 0,
          "{} {} failed with exit code {}: expected a kernel program like "
          "build/release/suites/tracked-kernels; it said: {}",
          program.string(),
          question,
          finished.code,
          tail_of(finished.error));
  return finished.out;
}

/// Asked under valgrind, whose processor has other instruction sets than the real one.
std::map<std::string, std::string> context_of(const fs::path& program) {
  std::string version = spawned({"valgrind", "--version"}, clean_environment()).out;
  version.erase(version.find_last_not_of('\n') + 1);
  const std::string text = answer(program, "--context", true);
  std::map<std::string, std::string> context;
  try {
    context = nlohmann::json::parse(text).get<std::map<std::string, std::string>>();
  } catch (const nlohmann::json::exception& error) {
    throw ConfigError(fmt::format(
        "{} --context: expected an object of texts: {}", program.string(), error.what()));
  }
  context["valgrind"] = version;
  return context;
}

std::int64_t count_kernel(const fs::path& program, const std::string& kernel) {
  const Scratch folder;
  const fs::path file = folder.path() / "callgrind.out";
  const Finished finished = spawned(without_aslr({"valgrind",
                                                  "--tool=callgrind",
                                                  "--collect-atstart=no",
                                                  "--toggle-collect=dpsco_measured_call",
                                                  "--callgrind-out-file=" + file.string(),
                                                  program.string(),
                                                  "--count",
                                                  kernel}),
                                    clean_environment());
  require(finished.code == 0,
          "kernel {} failed under valgrind with exit code {}: {}",
          kernel,
          finished.code,
          tail_of(finished.error));
  const std::int64_t count = instructions_in(read_all(file));
  require(count > 0,
          "callgrind saw no instruction of kernel {}: is dpsco_measured_call in {}?",
          kernel,
          program.string());
  return count;
}

/// "compiler GNU 12.2.0 -> GNU 13.1.0", empty if nothing differs.
std::string context_change(const Counts& before, const Counts& after) {
  std::string change;
  std::map<std::string, std::string> all = before.context;
  all.insert(after.context.begin(), after.context.end());
  for (const auto& [name, any] : all) {
    const auto old_value = before.context.find(name), new_value = after.context.find(name);
    const std::string a = old_value == before.context.end() ? "unknown" : old_value->second;
    const std::string b = new_value == after.context.end() ? "unknown" : new_value->second;
    if (a != b) change += fmt::format("{}{} '{}' -> '{}'", change.empty() ? "" : ", ", name, a, b);
  }
  return change;
}

}  // namespace

std::vector<std::string> kernels_of(const fs::path& program) {
  std::istringstream lines(answer(program, "--list", false));
  std::vector<std::string> kernels;
  for (std::string line; std::getline(lines, line);)
    if (!line.empty()) kernels.push_back(line);
  require(!kernels.empty(), "{} --list names no kernel", program.string());
  return kernels;
}

std::int64_t instructions_in(std::string_view text) {
  constexpr std::string_view head = "\nsummary: ";
  const std::size_t at = text.find(head);
  std::int64_t count = 0;
  const bool read =
      at != std::string_view::npos &&
      std::from_chars(text.data() + at + head.size(), text.data() + text.size(), count).ec ==
          std::errc{};
  require(read, "no 'summary:' in the Callgrind file: expected the format of valgrind 3.19");
  return count;
}

Counts count_kernels(const fs::path& program) {
  Counts counts{.context = context_of(program)};
  for (const std::string& kernel : kernels_of(program))
    counts.kernels[kernel] = count_kernel(program, kernel);
  return counts;
}

void track_counts(const Counts& before, const Counts& after, TrackReport& report) {
  const std::string change = context_change(before, after);
  if (!change.empty() && !before.kernels.empty())
    report.notes.push_back(fmt::format(
        "counted: {}: counts are shown, but gate nothing until `dpsco track accept` takes "
        "the new ones",
        change));
  for (const auto& [kernel, old_count] : before.kernels) {
    TrackCase& found = report.cases.emplace_back(
        TrackCase{.kind = "counted", .subject = kernel, .before = double(old_count)});
    const auto partner = after.kernels.find(kernel);
    if (partner == after.kernels.end()) {
      found.verdict = Verdict::regression;
      found.what = "the kernel is missing";
      continue;
    }
    found.after = double(partner->second);
    const auto rise = double(partner->second - old_count), gate = counted_gate * *found.before;
    if (partner->second != old_count)
      found.what = fmt::format("{} -> {} instructions ({:+.3f} %)",
                               old_count,
                               partner->second,
                               100 * rise / *found.before);
    if (rise > gate) {
      found.verdict = change.empty() ? Verdict::regression : Verdict::advisory;
    } else if (rise < -gate) {
      found.verdict = Verdict::improved;
    }
  }
  for (const auto& [kernel, count] : after.kernels)
    if (!before.kernels.contains(kernel))
      report.notes.push_back(fmt::format(
          "counted: {} ({} instructions) is new: `dpsco track record` adds it", kernel, count));
}

std::size_t accept_counts(Baseline& baseline,
                          const Counts& counts,
                          const TrackReport& report,
                          std::string_view only,
                          std::string_view reason) {
  std::size_t accepted = 0;
  for (const TrackCase& each : report.cases) {
    if (each.kind != "counted" || each.verdict == Verdict::same ||
        each.subject.find(only) == std::string::npos)
      continue;
    const auto found = counts.kernels.find(each.subject);
    if (found == counts.kernels.end()) {
      baseline.counts.kernels.erase(each.subject);
    } else {
      baseline.counts.kernels[each.subject] = found->second;
    }
    baseline.accepted.push_back({.when = utc_text(std::chrono::system_clock::now()),
                                 .kind = each.kind,
                                 .subject = each.subject,
                                 .what = each.what,
                                 .reason = std::string(reason)});
    ++accepted;
  }
  return accepted;
}

}  // namespace dpsco
