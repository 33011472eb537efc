#include "framework/grid/parameter_path.hpp"

#include <vector>

#include "framework/core/suggestion.hpp"

namespace dpsco {

std::string_view name(Section section) {
  switch (section) {
    case Section::data:
      return "data";
    case Section::loss:
      return "loss";
    case Section::privacy:
      return "privacy";
    case Section::algorithm:
      return "algorithm";
  }
  return "";
}

std::optional<Section> section_named(std::string_view text) {
  for (const Section section : all_sections)
    if (name(section) == text) return section;
  if (text == "alg") return Section::algorithm;
  return std::nullopt;
}

ParameterPath parameter_path(std::string_view text, const Place& at) {
  const std::size_t first = text.find('.');
  const std::string_view head = text.substr(0, first);
  const auto section = section_named(head);
  if (!section) {
    std::vector<std::string> known;
    known.reserve(all_sections.size());
    for (const Section one : all_sections) known.emplace_back(name(one));
    refuse(at,
           "'{}' must begin with data, loss, privacy or algorithm{}",
           text,
           suggestion(head, known));
  }
  const std::size_t last = text.rfind('.');
  if (first == std::string_view::npos || last + 1 == text.size())
    refuse(at, "'{}' names no parameter; write {}.PARAMETER", text, head);
  ParameterPath path{*section, "", std::string(text.substr(last + 1)), at};
  if (last > first) path.arm = text.substr(first + 1, last - first - 1);
  if (last > first && (path.arm.empty() || *section == Section::privacy))
    refuse(at, "'{}' must be {}.PARAMETER", text, head);
  return path;
}

std::string to_text(const ParameterPath& path) {
  std::string text(name(path.section));
  if (!path.arm.empty()) text += "." + path.arm;
  if (!path.parameter.empty()) text += "." + path.parameter;
  return text;
}

bool names(const ParameterPath& path, const Arm& arm) {
  return path.arm.empty() || path.arm == arm.name || path.arm == arm.label;
}

}  // namespace dpsco
