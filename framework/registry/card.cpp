#include "framework/registry/card.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "framework/core/check.hpp"
#include "framework/core/nearest.hpp"
#include "framework/core/suggestion.hpp"

namespace dpsco {

std::string describe_needs(unsigned needs) {
  std::vector<std::string_view> words;
  if ((needs & needs_smooth) != 0) words.emplace_back("smooth");
  if ((needs & needs_lipschitz) != 0) words.emplace_back("lipschitz");
  if ((needs & needs_lipschitz_on_ball) != 0) words.emplace_back("lipschitz on the ball");
  if ((needs & needs_strongly_convex) != 0) words.emplace_back("strongly convex");
  if ((needs & needs_generalised_linear) != 0) words.emplace_back("generalised linear");
  return words.empty() ? "nothing" : fmt::format("{}", fmt::join(words, ", "));
}

std::string to_text(const ParameterValue& value) {
  return std::visit([](const auto& v) { return fmt::format("{}", v); }, value);
}

std::string_view name(ParameterKind kind) {
  switch (kind) {
    case ParameterKind::real:
      return "a number";
    case ParameterKind::whole:
      return "a whole number";
    case ParameterKind::word:
      return "a word";
    case ParameterKind::path:
      return "a path";
  }
  return "";
}

namespace {

ParameterValue checked_number(const ParameterInfo& info,
                              const ParameterValue& value,
                              std::string_view owner) {
  const bool is_whole = std::holds_alternative<std::int64_t>(value);
  require(is_whole || std::holds_alternative<double>(value),
          "{}: {} = '{}' must be {}",
          owner,
          info.name,
          to_text(value),
          name(info.kind));
  const double number = is_whole ? double(std::get<std::int64_t>(value)) : std::get<double>(value);
  require(info.low <= number && number <= info.high,
          "{}: {} = {} is outside [{}, {}]",
          owner,
          info.name,
          number,
          info.low,
          info.high);
  if (info.kind == ParameterKind::real) return number;
  if (is_whole) return value;
  require(number == std::floor(number) && std::abs(number) < 0x1p53,
          "{}: {} = {} must be a whole number",
          owner,
          info.name,
          number);
  return std::int64_t(number);
}

}  // namespace

ParameterValue checked(const ParameterInfo& info,
                       const ParameterValue& value,
                       std::string_view owner) {
  if (info.kind == ParameterKind::real || info.kind == ParameterKind::whole)
    return checked_number(info, value, owner);
  require(std::holds_alternative<std::string>(value),
          "{}: {} = {} must be {}",
          owner,
          info.name,
          to_text(value),
          name(info.kind));
  const auto& text = std::get<std::string>(value);
  require(info.kind == ParameterKind::path ||
              std::find(info.words.begin(), info.words.end(), text) != info.words.end(),
          "{}: {} = '{}' must be one of {}{}",
          owner,
          info.name,
          text,
          fmt::join(info.words, ", "),
          suggestion(text, info.words));
  return value;
}

Parameters completed(std::span<const ParameterInfo> infos,
                     const Parameters& given,
                     std::string_view owner) {
  std::vector<std::string> known;
  Parameters all;
  for (const ParameterInfo& info : infos) {
    known.push_back(info.name);
    all[info.name] = info.standard;
  }
  for (const auto& [key, value] : given) {
    const auto info = std::find_if(
        infos.begin(), infos.end(), [&key = key](const auto& i) { return i.name == key; });
    if (info == infos.end()) {
      throw ConfigError(
          known.empty()
              ? fmt::format("{}: unknown parameter '{}'; it takes none", owner, key)
              : fmt::format("{}: unknown parameter '{}'{}", owner, key, did_you_mean(key, known)));
    }
    all[key] = checked(*info, value, owner);
  }
  return all;
}

}  // namespace dpsco
