// What a plug-in says about itself, and its parameters: one table row each drives parsing, range
// checks, help, keys and result columns.
#pragma once

#include <concepts>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace dpsco {

/// What a method needs of the loss or its facts, checked before it plans.
enum Needs : unsigned {
  needs_nothing = 0,
  needs_smooth = 1U << 0U,              ///< finite L
  needs_lipschitz = 1U << 1U,           ///< finite G over all of R^d
  needs_lipschitz_on_ball = 1U << 2U,   ///< finite G over ||w|| <= R
  needs_strongly_convex = 1U << 3U,     ///< lambda > 0
  needs_generalised_linear = 1U << 4U,  ///< every loss here is; stated for the reader
};
/// "smooth, lipschitz", or "nothing".
std::string describe_needs(unsigned needs);

struct Card {
  std::string_view name;     ///< registry key, kebab-case, never reused for another method
  std::string_view doc;      ///< one line
  std::string_view cites{};  ///< key in docs/references.bib and the exact statement
  int version = 1;  ///< raise it when results change: part of the run's key, or stored with a bound
  unsigned needs = needs_nothing;
  std::string_view
      privacy{};  ///< notion claimed, "(epsilon, delta)-DP"; empty for non-private methods
  std::string_view adjacencies{};  ///< space-separated adjacencies covered, "replace_one"
  std::string_view family{};       ///< algorithms, bounds: "central" (if empty), "decentralised"

  // Of a bound.
  std::string_view risk{};     ///< metric it bounds: "excess_population_risk"; empty if none
  std::string_view iterate{};  ///< which point: "last iterate", "average"
  /// Where its numbers come from. "published": the source states them, and they hold. "derived":
  /// proved in its header's comment. "shape only": unknown, set to 1. "printed": the source states
  /// them but they do not follow from its proof. Only the first two claim: a measured risk above
  /// one of these is a broken promise, above the others a remark.
  std::string_view constants{};
};

using ParameterValue = std::variant<double, std::int64_t, std::string>;
/// Sorted by name, so listings and keys never move.
using Parameters = std::map<std::string, ParameterValue, std::less<>>;
/// Shortest text that reads back as the same value; strings as they are.
std::string to_text(const ParameterValue& value);

enum class ParameterKind { real, whole, word, path };
std::string_view name(ParameterKind kind);

/// A parameter as listings and checks see it.
struct ParameterInfo {
  std::string name{};
  ParameterKind kind = ParameterKind::real;
  ParameterValue standard{};  ///< the default
  double low = 0, high = 0;   ///< closed range of a number
  std::vector<std::string> words{};
  std::string unit{}, doc{};
};

/// One tunable field of plug-in T; make it with real(), whole(), word() or path().
template <class T>
struct Param {
  std::string_view name;
  std::variant<double T::*, std::int64_t T::*, std::string T::*> member;
  ParameterKind kind;
  double low, high;        ///< closed interval; NaN is outside every interval
  std::string_view words;  ///< space-separated choices of a word
  std::string_view unit, doc;
};

struct Range {
  double low = -std::numeric_limits<double>::max(), high = std::numeric_limits<double>::max();
};
template <class T>
constexpr Param<T> real(std::string_view name,
                        double T::*member,
                        Range range,
                        std::string_view unit,
                        std::string_view doc) {
  return {name, member, ParameterKind::real, range.low, range.high, {}, unit, doc};
}
template <class T>
constexpr Param<T> whole(std::string_view name,
                         std::int64_t T::*member,
                         Range range,
                         std::string_view unit,
                         std::string_view doc) {
  return {name, member, ParameterKind::whole, range.low, range.high, {}, unit, doc};
}
template <class T>
constexpr Param<T> word(std::string_view name,
                        std::string T::*member,
                        std::string_view words,
                        std::string_view doc) {
  return {name, member, ParameterKind::word, 0, 0, words, {}, doc};
}
template <class T>
constexpr Param<T> path(std::string_view name, std::string T::*member, std::string_view doc) {
  return {name, member, ParameterKind::path, 0, 0, {}, {}, doc};
}

/// What the registry reads of a plug-in: T::card and the table T::parameters().
template <class T, class Base>
concept Plugin = std::derived_from<T, Base> && std::default_initializable<T> && requires {
  { T::card } -> std::convertible_to<Card>;
  { T::parameters() } -> std::convertible_to<std::vector<Param<T>>>;
};

/// Checks `value` against `info` and converts a whole number given for a real (and 10.0 for a
/// whole). Throws ConfigError naming owner, parameter, value, limits and, for words, the nearest
/// choice.
ParameterValue checked(const ParameterInfo& info,
                       const ParameterValue& value,
                       std::string_view owner);
/// All parameters, defaults filled in. Throws ConfigError on an unknown name, naming the nearest.
Parameters completed(std::span<const ParameterInfo> infos,
                     const Parameters& given,
                     std::string_view owner);

template <class T>
std::vector<ParameterInfo> parameter_infos() {
  // On the heap: on the stack g++ 12 "sees" reads past the end through members T does not have.
  const auto standard = std::make_unique<const T>();
  std::vector<ParameterInfo> infos;
  for (const Param<T>& row : T::parameters()) {
    ParameterInfo info{.name = std::string(row.name),
                       .kind = row.kind,
                       .low = row.low,
                       .high = row.high,
                       .unit = std::string(row.unit),
                       .doc = std::string(row.doc)};
    std::visit([&](auto member) { info.standard = (*standard).*member; }, row.member);
    for (std::string_view rest = row.words; !rest.empty();) {
      const std::size_t end = std::min(rest.find(' '), rest.size());
      info.words.emplace_back(rest.substr(0, end));
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    infos.push_back(std::move(info));
  }
  return infos;
}

/// Sets the members of `plugin`. pre: `parameters` came from completed().
template <class T>
void assign(T& plugin, const Parameters& parameters) {
  for (const Param<T>& row : T::parameters()) {
    std::visit(
        [&]<class V>(V T::*member) {
          plugin.*member = std::get<V>(parameters.find(row.name)->second);
        },
        row.member);
  }
}

}  // namespace dpsco
