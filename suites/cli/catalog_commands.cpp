#include "suites/cli/catalog_commands.hpp"

#include <algorithm>
#include <functional>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "datasets/files/manifest.hpp"
#include "framework/core/suggestion.hpp"

namespace dpsco {

namespace {

using nlohmann::json;

/// Calls f(plural, registry) for every kind, in reading order.
template <class F>
void for_each_registry(const Catalog& catalog, F f) {
  f("algorithms", catalog.algorithms);
  f("accountants", catalog.accountants);
  f("bounds", catalog.bounds);
  f("metrics", catalog.metrics);
  f("datasets", catalog.datasets);
  f("losses", catalog.losses);
}

std::string range_text(const ParameterInfo& info) {
  switch (info.kind) {
    case ParameterKind::real:
    case ParameterKind::whole:
      return fmt::format("{} in [{}, {}]", name(info.kind), info.low, info.high);
    case ParameterKind::word:
      return fmt::format("one of {}", fmt::join(info.words, ", "));
    case ParameterKind::path:
      return std::string(name(info.kind));
  }
  return {};
}

std::string card_text(const std::string& kind,
                      const Card& card,
                      std::span<const ParameterInfo> parameters) {
  std::string out =
      fmt::format("{} ({}, version {})\n  {}\n", card.name, kind, card.version, card.doc);
  if (!card.cites.empty()) out += fmt::format("  source: {}\n", card.cites);
  if (kind == "algorithm") {
    out += fmt::format("  needs: {}\n", describe_needs(card.needs));
    out += card.privacy.empty()
               ? "  privacy: none\n"
               : fmt::format("  privacy: {} under {}\n", card.privacy, card.adjacencies);
  }
  if (kind == "bound")
    out += fmt::format(
        "  bounds: {}\n  iterate: {}\n  constants: {}\n",
        card.risk.empty() ? "what the first line says, which no metric measures" : card.risk,
        card.iterate,
        card.constants);
  out += parameters.empty() ? "  parameters: none\n" : "  parameters:\n";
  for (const ParameterInfo& info : parameters) {
    const std::string standard = to_text(info.standard);
    out += fmt::format("    {} = {}    {}{}; {}\n",
                       info.name,
                       standard.empty() ? "''" : standard,
                       info.doc,
                       info.unit.empty() ? "" : fmt::format(" [{}]", info.unit),
                       range_text(info));
  }
  return out;
}

/// Where the next `separator` outside brackets is, or the end.
std::size_t end_of_part(std::string_view text, char separator) {
  int open = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '(') ++open;
    if (text[i] == ')') --open;
    if (text[i] == separator && open == 0) return i;
  }
  return text.size();
}

/// The parts of `text` between separators, without the spaces around them.
json parts(std::string_view text, char separator) {
  json out = json::array();
  while (!text.empty()) {
    const std::size_t end = end_of_part(text, separator);
    std::string_view part = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    while (part.starts_with(' ')) part.remove_prefix(1);
    while (part.ends_with(' ')) part.remove_suffix(1);
    if (!part.empty()) out.emplace_back(part);
  }
  return out;
}

json text_or_null(std::string_view text) {
  return text.empty() ? json() : json(text);
}

const char* kind_word(ParameterKind kind) {
  switch (kind) {
    case ParameterKind::real:
      return "real";
    case ParameterKind::whole:
      return "whole";
    case ParameterKind::word:
      return "word";
    case ParameterKind::path:
      return "path";
  }
  return "";
}

json parameter_json(const ParameterInfo& info) {
  const bool is_number = info.kind == ParameterKind::real || info.kind == ParameterKind::whole;
  json out{{"name", info.name},
           {"kind", kind_word(info.kind)},
           {"low", is_number ? json(info.low) : json()},
           {"high", is_number ? json(info.high) : json()},
           {"words", info.words},
           {"unit", text_or_null(info.unit)},
           {"doc", info.doc}};
  std::visit([&](const auto& value) { out["default"] = value; }, info.standard);
  return out;
}

/// An accountant that names none prices ledgers under all of them; an algorithm claims none.
json adjacencies_of(const std::string& kind, const Card& card) {
  if (kind != "accountant" || !card.adjacencies.empty()) return parts(card.adjacencies, ' ');
  return {name(Adjacency::replace_one), name(Adjacency::add_remove), name(Adjacency::zero_out)};
}

json card_json(const std::string& kind,
               const Card& card,
               std::span<const ParameterInfo> parameters) {
  json out{{"kind", kind},
           {"name", card.name},
           {"version", card.version},
           {"doc", card.doc},
           {"family", nullptr},
           {"privacy", text_or_null(card.privacy)},
           {"adjacency", adjacencies_of(kind, card)},
           {"needs", json::array()},
           {"cites", parts(card.cites, ';')},
           {"parameters", json::array()}};
  if (kind == "algorithm" || kind == "bound")
    out["family"] = card.family.empty() ? "central" : card.family;
  if (card.needs != needs_nothing) out["needs"] = parts(describe_needs(card.needs), ',');
  for (const ParameterInfo& info : parameters) out["parameters"].push_back(parameter_json(info));
  if (kind == "bound") {
    out["risk"] = text_or_null(card.risk);
    out["iterate"] = text_or_null(card.iterate);
    out["constants"] = text_or_null(card.constants);
  }
  return out;
}

/// Calls f(plural, registry) for the kinds that `kind` names (all if empty), in reading order.
template <class F>
void for_each_listed(const Catalog& catalog, const std::string& kind, F f) {
  std::vector<std::string> kinds;
  for_each_registry(catalog, [&](const char* plural, const auto& registry) {
    kinds.emplace_back(plural);
    if (kind.empty() || kind == plural) f(plural, registry);
  });
  require(kind.empty() || std::find(kinds.begin(), kinds.end(), kind) != kinds.end(),
          "unknown kind '{}'{}",
          kind,
          did_you_mean(kind, kinds));
}

}  // namespace

std::string list_text(const Catalog& catalog, const std::string& kind) {
  std::string out;
  for_each_listed(catalog, kind, [&](const std::string& plural, const auto& registry) {
    out += fmt::format("{}\n", plural);
    for (const std::string& name : registry.names())
      out += fmt::format("  {:<24} {}\n", name, registry.entry(name).card.doc);
    if (plural == "datasets") out += "  the files that libsvm knows by name: `dpsco data`\n";
  });
  return out;
}

std::string list_json(const Catalog& catalog, const std::string& kind) {
  json out = json::array();
  for_each_listed(catalog, kind, [&](const char* /*plural*/, const auto& registry) {
    for (const std::string& name : registry.names()) {
      const auto& entry = registry.entry(name);
      out.push_back(card_json(registry.kind(), entry.card, entry.parameters));
    }
  });
  return out.dump(2) + "\n";
}

std::string list_as(const std::string& format, const Catalog& catalog, const std::string& kind) {
  if (format == "json") return list_json(catalog, kind);
  const std::vector<std::string> known{"json", "text"};
  require(format == "text", "unknown format '{}'{}", format, did_you_mean(format, known));
  return list_text(catalog, kind);
}

std::string describe_text(const Catalog& catalog, const std::string& name) {
  std::string out;
  std::vector<std::string> known;
  for_each_registry(catalog, [&](const std::string& plural, const auto& registry) {
    require(name != plural, "'{}' is a kind: `dpsco list {}` lists them", name, plural);
    for (const std::string& each : registry.names()) known.push_back(each);
    if (!registry.contains(name)) return;
    const auto& entry = registry.entry(name);
    out += card_text(registry.kind(), entry.card, entry.parameters);
  });
  if (!out.empty()) return out;
  if (const ManifestEntry* file = Manifest::built_in().find(name); file != nullptr)
    throw ConfigError(fmt::format("'{}' is a file of data set '{}': `dpsco data` lists them",
                                  name,
                                  file->kind == "csv" ? "adult" : file->kind));
  throw ConfigError(fmt::format(
      "nothing is called '{}'{}", name, suggestion_or_list(name, known, "`dpsco list`")));
}

}  // namespace dpsco
