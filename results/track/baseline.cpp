#include "results/track/baseline.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <set>
#include <sstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "framework/core/check.hpp"
#include "results/compare/pairing.hpp"
#include "results/files/write_beside.hpp"
#include "results/track/track_results.hpp"

namespace dpsco {

namespace fs = std::filesystem;

namespace {

using Json = nlohmann::ordered_json;

constexpr double infinity = std::numeric_limits<double>::infinity();

/// JSON has no infinity.
Json numbers_json(const Numbers& numbers) {
  Json json = Json::object();
  for (const auto& [name, number] : numbers)
    json[name] = std::isfinite(number) ? Json(number) : Json(fmt::format("{}", number));
  return json;
}

Numbers numbers_from(const Json& json) {
  Numbers numbers;
  for (const auto& [name, value] : json.items()) {
    if (value.is_number()) {
      numbers[name] = value.get<double>();
    } else {
      const auto text = value.get<std::string>();
      require(
          text == "inf" || text == "-inf" || text == "nan", "{}: '{}' is no number", name, text);
      numbers[name] = text == "nan" ? std::nan("") : text == "inf" ? infinity : -infinity;
    }
  }
  return numbers;
}

Json run_json(const BaselineRun& run) {
  Json json{{"repetition", run.repetition},
            {"seed", run.seed},
            {"key", run.key},
            {"build", run.build},
            {"digest", run.digest},
            {"status", run.status}};
  if (!run.reason.empty()) json["reason"] = run.reason;
  json["metrics"] = numbers_json(run.metrics);
  json["epsilons"] = numbers_json(run.epsilons);
  return json;
}

BaselineRun run_from(const Json& json) {
  return {.repetition = json.at("repetition").get<std::int64_t>(),
          .seed = json.at("seed").get<std::string>(),
          .key = json.at("key").get<std::string>(),
          .build = json.at("build").get<std::string>(),
          .digest = json.at("digest").get<std::string>(),
          .status = json.at("status").get<std::string>(),
          .reason = json.value("reason", ""),
          .metrics = numbers_from(json.at("metrics")),
          .epsilons = numbers_from(json.at("epsilons"))};
}

Baseline baseline_from(const Json& json) {
  Baseline baseline{.suite = json.at("suite").get<std::string>(),
                    .recorded = json.at("recorded").get<std::string>(),
                    .commit = json.at("commit").get<std::string>()};
  for (const Json& setting : json.at("settings")) {
    auto& own = baseline.settings.emplace_back();
    own.name = setting.at("name").get<std::string>();
    own.setting = setting.at("setting").get<std::string>();
    for (const Json& run : setting.at("runs")) own.runs.push_back(run_from(run));
  }
  const Json& counted = json.at("counted");
  baseline.counts.context = counted.at("context").get<std::map<std::string, std::string>>();
  baseline.counts.kernels = counted.at("instructions").get<std::map<std::string, std::int64_t>>();
  for (const Json& each : json.at("accepted"))
    baseline.accepted.push_back({.when = each.at("when").get<std::string>(),
                                 .kind = each.at("kind").get<std::string>(),
                                 .subject = each.at("subject").get<std::string>(),
                                 .what = each.at("what").get<std::string>(),
                                 .reason = each.at("reason").get<std::string>()});
  return baseline;
}

/// Lines of a JSON array at an indent, one element a line.
template <class Range, class ToJson>
void append_lines(std::string& out, const Range& range, const ToJson& to_json, const char* indent) {
  const char* before = "\n";
  for (const auto& each : range) {
    out += fmt::format("{}{}{}", before, indent, to_json(each).dump());
    before = ",\n";
  }
}

std::string text_of(const Baseline& baseline) {
  std::string out = fmt::format(
      "{{\n\"schema\": {},\n\"suite\": {},\n\"recorded\": {},\n\"commit\": {},\n\"settings\": [",
      baseline_schema,
      Json(baseline.suite).dump(),
      Json(baseline.recorded).dump(),
      Json(baseline.commit).dump());
  const char* before = "\n";
  for (const BaselineSetting& setting : baseline.settings) {
    out += fmt::format("{} {{\"name\": {},\n  \"setting\": {},\n  \"runs\": [",
                       before,
                       Json(setting.name).dump(),
                       Json(setting.setting).dump());
    append_lines(out, setting.runs, run_json, "   ");
    out += "]}";
    before = ",\n";
  }
  out += fmt::format(
      "],\n\"counted\": {},\n\"accepted\": [",
      Json{{"context", baseline.counts.context}, {"instructions", baseline.counts.kernels}}.dump(
          1));
  append_lines(
      out,
      baseline.accepted,
      [](const AcceptedChange& each) {
        return Json{{"when", each.when},
                    {"kind", each.kind},
                    {"subject", each.subject},
                    {"what", each.what},
                    {"reason", each.reason}};
      },
      " ");
  return out + "]\n}\n";
}

/// Enough repetitions for a shift in all of them to be found, see settings_of.
void require_power(const std::vector<BaselineSetting>& settings) {
  std::size_t tests = 0, fewest = std::numeric_limits<std::size_t>::max();
  std::string where;
  for (const BaselineSetting& setting : settings) {
    std::set<std::string> metrics;
    std::size_t runs = 0;
    for (const BaselineRun& run : setting.runs) {
      for (const auto& [metric, value] : run.metrics) metrics.insert(metric);
      runs += run.metrics.empty() ? 0 : 1;
    }
    tests += metrics.size();
    if (runs > 0 && runs < fewest) {
      fewest = runs;
      where = setting.name;
    }
  }
  if (tests == 0) return;
  const double needed = 1 + std::log2(double(tests) / accuracy_level);
  require(double(fewest) > needed,
          "{} has {} repetitions, but {} values are tested together: at least {} repetitions are "
          "needed before a change of all of them could be told from chance",
          where,
          fewest,
          tests,
          std::size_t(std::floor(needed)) + 1);
}

}  // namespace

std::vector<BaselineSetting> settings_of(std::span<const StoredRun> runs, const PlanOrder& plan) {
  std::vector<const StoredRun*> chosen;
  for (const StoredRun& run : runs)
    if (run.status != Status::cancelled) chosen.push_back(&run);
  require(!chosen.empty(), "there are no results to track yet: run the grid first");
  const PairedRuns paired = paired_runs(chosen, plan);
  std::vector<BaselineSetting> settings;
  for (const ProblemCell& cell : paired.cells) {
    for (std::size_t m = 0; m < paired.methods.size(); ++m) {
      if (cell.methods[m].empty()) continue;
      BaselineSetting& own = settings.emplace_back();
      own.name = cell.name.empty() ? paired.methods[m]
                                   : fmt::format("{} {}", paired.methods[m], cell.name);
      for (const auto& [repetition, run] : cell.methods[m]) {
        own.setting = setting_of(*run);
        own.runs.push_back({.repetition = run->repetition,
                            .seed = run->seed,
                            .key = run->key,
                            .build = run->build,
                            .digest = run->digest,
                            .status = std::string(name(run->status)),
                            .reason = run->reason,
                            .metrics = run->metrics,
                            .epsilons = run->epsilons});
      }
      std::sort(own.runs.begin(), own.runs.end(), [](const auto& a, const auto& b) {
        return std::tie(a.repetition, a.seed) < std::tie(b.repetition, b.seed);
      });
    }
  }
  require_power(settings);
  return settings;
}

Baseline read_baseline(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  require(in.is_open(),
          "can't open the baseline {}: `dpsco track record OUT --baseline {}` makes one",
          file.string(),
          file.string());
  std::ostringstream text;
  text << in.rdbuf();
  try {
    const Json json = Json::parse(text.str());
    const int schema = json.at("schema").get<int>();
    require(schema == baseline_schema,
            "{}: baseline schema {}, but this build reads schema {}",
            file.string(),
            schema,
            baseline_schema);
    return baseline_from(json);
  } catch (const Json::exception& error) {
    throw ConfigError(fmt::format("{} is no baseline: {}", file.string(), error.what()));
  }
}

void write_baseline(const fs::path& file, const Baseline& baseline) {
  stream_beside(file, [&](std::ostream& out) { out << text_of(baseline); });
}

}  // namespace dpsco
