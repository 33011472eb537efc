#include "results/progress/status.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <unordered_map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "framework/core/check.hpp"
#include "framework/grid/plan_line.hpp"
#include "results/progress/costs.hpp"
#include "results/progress/views.hpp"

namespace dpsco {

namespace fs = std::filesystem;

namespace {

/// The plan's lines by key; torn lines and lines without a key are passed over.
std::unordered_map<std::string, std::string> plan_lines(const fs::path& file) {
  std::unordered_map<std::string, std::string> lines;
  std::ifstream in(file, std::ios::binary);
  constexpr std::string_view mark = R"("key":")";
  for (std::string line; std::getline(in, line);) {
    const std::size_t at = line.find(mark);
    if (at == std::string::npos) continue;
    const std::string key = line.substr(at + mark.size(), 64);
    if (key.size() == 64 && line.back() == '}') lines.try_emplace(key, line);
  }
  return lines;
}

/// Pace of the newest file's session, with all that others wrote beside it.
struct Session {
  double seconds = 0, work = 0;  ///< elapsed, and thread CPU in it
  std::size_t runs = 0;
};

Session newest_session(const Journal& journal) {
  if (journal.runs.empty()) return {};
  std::size_t newest = 0;
  for (const StoredRun& run : journal.runs) newest = std::max(newest, run.file);
  std::optional<double> start, end;
  for (const StoredRun& run : journal.runs) {
    const auto begun = utc_seconds(run.started), over = utc_seconds(run.finished);
    if (run.file == newest && begun) start = std::min(start.value_or(*begun), *begun);
    if (over) end = std::max(end.value_or(*over), *over);
  }
  if (!start || !end || *end <= *start) return {};
  Session session{.seconds = *end - *start};
  for (const StoredRun& run : journal.runs) {
    const auto over = utc_seconds(run.finished);
    if (!over || *over < *start) continue;
    session.work += run.cpu;
    ++session.runs;
  }
  return session;
}

}  // namespace

std::optional<double> utc_seconds(const std::string& text) {
  std::tm time{};
  const char* const rest = strptime(text.c_str(), "%Y-%m-%dT%H:%M:%S", &time);
  if (rest == nullptr || !text.ends_with('Z')) return {};
  double fraction = 0;
  if (*rest == '.') fraction = std::strtod(rest, nullptr);
  return double(timegm(&time)) + fraction;
}

GridStatus grid_status(const fs::path& out, double now) {
  auto plan = plan_lines(out / "plan.jsonl");
  const Journal journal = read_journal(out);
  require(!plan.empty() || !journal.files.empty(),
          "{} holds no run: expected {} and {}",
          out.string(),
          (out / "plan.jsonl").string(),
          (out / "runs").string());
  GridStatus status{.planned = plan.size(), .unfinished_files = journal.interrupted.size()};
  CostModel costs;
  for (const StoredRun& run : journal.runs) {
    costs.add(cost_key(run), run.cpu);
    status.last = std::max(status.last, run.finished);
    const auto planned = plan.find(run.key);
    if (planned == plan.end()) {
      ++status.unplanned;
      continue;
    }
    ++status.count[std::size_t(run.status)];
    if (run.status == Status::cancelled) continue;
    ++status.done;
    plan.erase(planned);
  }
  status.left = plan.size();
  if (const auto last = utc_seconds(status.last)) status.age = std::max(0.0, now - *last);
  const Session session = newest_session(journal);
  if (session.seconds > 0) status.rate = double(session.runs) / session.seconds;
  if (status.left == 0) {
    status.remaining = 0;
  } else if (session.work > 0) {
    double work = 0;
    for (const auto& [key, line] : plan)
      work += costs.expected(cost_key(cell_from_plan_line(line))).value_or(0);
    status.remaining = work * session.seconds / session.work;
  }
  return status;
}

std::string status_text(const GridStatus& status, const fs::path& out) {
  const double percent =
      status.planned == 0 ? 100 : 100.0 * double(status.done) / double(status.planned);
  std::string text = fmt::format("{}: {} of {} runs done ({:.0f} %), {} failed, {} left",
                                 out.string(),
                                 status.done,
                                 status.planned,
                                 std::floor(percent),
                                 status.failed(),
                                 status.left);
  if (status.left > 0 && status.remaining)
    text += fmt::format(", about {} at the last pace", clock_text(*status.remaining));
  text += '\n';
  std::string counts;
  for (std::size_t s = 0; s < status.count.size(); ++s)
    if (status.count[s] > 0)
      counts +=
          fmt::format("{}{} {}", counts.empty() ? "" : ", ", status.count[s], name(Status(s)));
  if (!counts.empty()) text += counts + '\n';
  if (status.age)
    text += fmt::format("last result {} ago ({})\n", clock_text(*status.age), status.last);
  if (status.unfinished_files > 0)
    text += fmt::format("{} journal file{} without a footer: being written, or interrupted\n",
                        status.unfinished_files,
                        status.unfinished_files == 1 ? "" : "s");
  if (status.unplanned > 0)
    text += fmt::format("{} runs of cells that plan.jsonl does not have\n", status.unplanned);
  return text;
}

std::string status_json(const GridStatus& status) {
  const auto or_null = [](const std::optional<double>& number) {
    return number ? nlohmann::ordered_json(*number) : nlohmann::ordered_json();
  };
  nlohmann::ordered_json statuses = nlohmann::ordered_json::object();
  for (std::size_t s = 0; s < status.count.size(); ++s)
    statuses[std::string(name(Status(s)))] = status.count[s];
  return nlohmann::ordered_json{
             {"planned", status.planned},
             {"done", status.done},
             {"left", status.left},
             {"failed", status.failed()},
             {"statuses", statuses},
             {"remaining", or_null(status.remaining)},
             {"rate", or_null(status.rate)},
             {"last_result",
              status.last.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(status.last)},
             {"seconds_since_last", or_null(status.age)},
             {"unfinished_files", status.unfinished_files},
             {"unplanned", status.unplanned}}
             .dump() +
         '\n';
}

}  // namespace dpsco
