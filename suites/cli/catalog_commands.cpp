#include "suites/cli/catalog_commands.hpp"

#include <algorithm>
#include <functional>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace dpsco {

namespace {

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
  if (kind == "bound" && !card.risk.empty())
    out += fmt::format(
        "  bounds: {} of the {}\n  constants: {}\n", card.risk, card.iterate, card.constants);
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

}  // namespace

std::string list_text(const Catalog& catalog, const std::string& kind) {
  std::string out;
  std::vector<std::string> kinds;
  for_each_registry(catalog, [&](const char* plural, const auto& registry) {
    kinds.emplace_back(plural);
    if (!kind.empty() && kind != plural) return;
    out += fmt::format("{}\n", plural);
    for (const std::string& name : registry.names())
      out += fmt::format("  {:<24} {}\n", name, registry.entry(name).card.doc);
  });
  require(kind.empty() || std::find(kinds.begin(), kinds.end(), kind) != kinds.end(),
          "unknown kind '{}'{}",
          kind,
          did_you_mean(kind, kinds));
  return out;
}

std::string describe_text(const Catalog& catalog, const std::string& name) {
  std::string out;
  std::vector<std::string> known;
  for_each_registry(catalog, [&](const char* /*plural*/, const auto& registry) {
    for (const std::string& each : registry.names()) known.push_back(each);
    if (!registry.contains(name)) return;
    const auto& entry = registry.entry(name);
    out += card_text(registry.kind(), entry.card, entry.parameters);
  });
  require(!out.empty(), "nothing is called '{}'{}", name, did_you_mean(name, known));
  return out;
}

}  // namespace dpsco
