#include "results/track/benchmark_reader.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <fstream>
#include <optional>
#include <sstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "framework/core/check.hpp"
#include "results/compare/bootstrap.hpp"

namespace dpsco {

namespace {

using nlohmann::json;

/// End of the JSON string that starts at `at`; npos if it is cut off.
std::size_t after_string(std::string_view text, std::size_t at) {
  for (std::size_t i = at + 1; i < text.size(); ++i) {
    if (text[i] == '\\') {
      ++i;
    } else if (text[i] == '"') {
      return i + 1;
    }
  }
  return std::string_view::npos;
}

/// End of the object that starts at `at` with a brace; npos if it is cut off.
std::size_t after_object(std::string_view text, std::size_t at) {
  int depth = 0;
  for (std::size_t i = at; i < text.size();) {
    if (text[i] == '"') {
      i = after_string(text, i);
      if (i == std::string_view::npos) break;
      continue;
    }
    depth += text[i] == '{' ? 1 : text[i] == '}' ? -1 : 0;
    ++i;
    if (depth == 0) return i;
  }
  return std::string_view::npos;
}

/// Numbers that JSON does not have become null. Strings stay as they are.
std::string without_bare_words(std::string_view text) {
  constexpr std::array<std::string_view, 6> bare{
      "-Infinity", "Infinity", "-NaN", "NaN", "-nan", "nan"};
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    if (text[i] == '"') {
      const std::size_t end = std::min(after_string(text, i), text.size());
      out += text.substr(i, end - i);
      i = end;
      continue;
    }
    const auto* const word = std::find_if(bare.begin(), bare.end(), [&](std::string_view each) {
      return text.substr(i).starts_with(each);
    });
    if (word != bare.end()) {
      out += "null";
      i += word->size();
    } else {
      out += text[i++];
    }
  }
  return out;
}

json parsed_object(std::string_view text) {
  json object = json::parse(without_bare_words(text), nullptr, false);
  require(object.is_object(),
          "not an entry of Google Benchmark: {}",
          text.substr(0, std::min<std::size_t>(text.size(), 120)));
  return object;
}

double unit_of(const json& entry) {
  const std::string unit = entry.value("time_unit", "ns");
  return unit == "ns" ? 1e-9 : unit == "us" ? 1e-6 : unit == "ms" ? 1e-3 : 1;
}

/// Seconds; NaN if it is null or absent.
double seconds_in(const json& entry, const char* field) {
  const auto found = entry.find(field);
  return found != entry.end() && found->is_number() ? found->get<double>() * unit_of(entry)
                                                    : std::nan("");
}

/// Every iteration run, by kernel; aggregates repeat them, unless only they were asked for.
struct Samples {
  std::vector<double> real{}, cpu{};
  std::optional<double> median_real{}, median_cpu{};  ///< of the aggregate, if it is there
  std::int64_t repetitions = 1;
};

void add_entry(const json& entry,
               std::vector<std::string>& order,
               std::map<std::string, Samples>& samples,
               BenchmarkFile& file) {
  require(entry.contains("name") && entry["name"].is_string(), "a benchmark has no name");
  const auto full = entry["name"].get<std::string>();
  const std::string name = entry.value("run_name", full);
  if (entry.value("error_occurred", false)) {
    file.errors[name] = entry.value("error_message", "");
    return;
  }
  const double real = seconds_in(entry, "real_time"), cpu = seconds_in(entry, "cpu_time");
  if (std::isnan(real) || std::isnan(cpu)) {
    file.errors[name] = "its time is not a number";
    return;
  }
  const auto [place, is_new] = samples.try_emplace(name);
  if (is_new) order.push_back(name);
  Samples& own = place->second;
  own.repetitions = std::max(own.repetitions, entry.value("repetitions", std::int64_t{1}));
  if (entry.value("run_type", "iteration") != "aggregate") {
    own.real.push_back(real);
    own.cpu.push_back(cpu);
  } else if (entry.value("aggregate_name", "") == "median") {
    own.median_real = real;
    own.median_cpu = cpu;
  }
}

}  // namespace

BenchmarkFile parse_benchmarks(std::string_view text) {
  BenchmarkFile file;
  const std::size_t context = text.find("\"context\"");
  const std::size_t list = text.find("\"benchmarks\"");
  require(context != std::string_view::npos,
          "no \"context\": expected a file that a program of Google Benchmark wrote with "
          "--benchmark_out=FILE --benchmark_out_format=json");
  const std::size_t open = std::min(text.find('{', context), text.size());
  const std::size_t close = after_object(text, open);
  if (close == std::string_view::npos) return {.complete = false};
  const json facts = parsed_object(text.substr(open, close - open));
  for (const auto& [name, value] : facts.items())
    if (value.is_string()) file.context[name] = value.get<std::string>();

  std::vector<std::string> order;
  std::map<std::string, Samples> samples;
  std::size_t at = list == std::string_view::npos ? text.size() : text.find('[', list);
  file.complete = false;
  while (at < text.size()) {
    at = text.find_first_of("{]", at);
    if (at == std::string_view::npos || text[at] == ']') {
      file.complete = at != std::string_view::npos && text.find('}', at) != std::string_view::npos;
      break;
    }
    const std::size_t end = after_object(text, at);
    if (end == std::string_view::npos) break;
    add_entry(parsed_object(text.substr(at, end - at)), order, samples, file);
    at = end;
  }
  for (const std::string& name : order) {
    const Samples& own = samples.at(name);
    if (own.real.empty() && !own.median_real) continue;  // mean and the like alone
    file.kernels.push_back({.name = name,
                            .real = own.real.empty() ? *own.median_real : median_of(own.real),
                            .cpu = own.cpu.empty() ? *own.median_cpu : median_of(own.cpu),
                            .repetitions = own.repetitions});
  }
  return file;
}

BenchmarkFile read_benchmarks(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  require(in.is_open(), "can't open {}", path.string());
  std::ostringstream text;
  text << in.rdbuf();
  try {
    return parse_benchmarks(text.str());
  } catch (const ConfigError& error) {
    throw ConfigError(fmt::format("{}: {}", path.string(), error.what()));
  }
}

}  // namespace dpsco
