#include "framework/grid/variants.hpp"

#include <algorithm>

#include "framework/grid/exclusions.hpp"
#include "framework/grid/privacy_choice.hpp"
#include "framework/grid/zips.hpp"

namespace dpsco {

namespace {

Parameters completed(const Arm& arm,
                     const Parameters& given,
                     Section section,
                     const Catalog& catalog) {
  switch (section) {
    case Section::data:
      return catalog.datasets.complete(arm.name, given);
    case Section::loss:
      return catalog.losses.complete(arm.name, given);
    case Section::algorithm:
      return catalog.algorithms.complete(arm.name, given);
    case Section::privacy:
      return completed_privacy(given, catalog);
  }
  return {};
}

// Checks the arm's name and gives its parameters' names.
std::vector<std::string> parameter_names(const Arm& arm, Section section, const Catalog& catalog) {
  if (section == Section::privacy) return privacy_parameters();
  std::vector<std::string> names;
  for (const auto& [name, value] :
       blaming(arm.at, [&] { return completed(arm, {}, section, catalog); }))
    names.push_back(name);
  return names;
}

// Each value alone, so that a mistake is blamed on its own place, a wrong name on the name's.
std::vector<ParameterValue> checked_values(const Arm& arm,
                                           const Axis& axis,
                                           Section section,
                                           const Catalog& catalog) {
  const auto known = parameter_names(arm, section, catalog);
  const bool is_known = std::find(known.begin(), known.end(), axis.name) != known.end();
  std::vector<ParameterValue> values;
  values.reserve(axis.values.size());
  for (const GridValue& value : axis.values) {
    values.push_back(blaming(is_known ? value.at : axis.at, [&] {
      if (section == Section::privacy) return checked_privacy(axis.name, value.value, catalog);
      return completed(arm, {{axis.name, value.value}}, section, catalog)[axis.name];
    }));
  }
  return values;
}

// Turns the wheels of one arm through all positions, the last one fastest.
void append_arm(std::vector<Variant>& out,
                const GridBlock& block,
                Section section,
                const Arm& arm,
                const Catalog& catalog,
                std::size_t most) {
  std::vector<std::vector<ParameterValue>> values;
  for (const Axis& axis : arm.axes) values.push_back(checked_values(arm, axis, section, catalog));
  const std::vector<Wheel> wheels = wheels_of(block, section, arm);
  Variant variant{&arm, {arm.name, standard_parameters(arm, section, catalog)}, {}, {}};
  variant.zipped.assign(block.zips.size(), -1);
  std::vector<std::size_t> position(wheels.size(), 0);
  for (bool more = true; more;) {
    if (out.size() >= most) {
      refuse(arm.at,
             "'{}' alone has more than {} combinations; narrow the axes or raise the limit of runs",
             name(section),
             most);
    }
    for (std::size_t w = 0; w < wheels.size(); ++w) {
      for (const std::size_t axis : wheels[w].axes)
        variant.choice.parameters[arm.axes[axis].name] = values[axis][position[w]];
      if (wheels[w].zip >= 0)
        variant.zipped[std::size_t(wheels[w].zip)] = std::int64_t(position[w]);
    }
    out.push_back(variant);
    more = false;
    for (std::size_t w = wheels.size(); w-- > 0 && !more;) {
      more = ++position[w] < wheels[w].length;
      if (!more) position[w] = 0;
    }
  }
}

}  // namespace

Parameters standard_parameters(const Arm& arm, Section section, const Catalog& catalog) {
  Parameters first;
  for (const Axis& axis : arm.axes) first[axis.name] = axis.values.front().value;
  return blaming(arm.at, [&] { return completed(arm, first, section, catalog); });
}

std::vector<Variant> variants_of(const GridBlock& block,
                                 Section section,
                                 const Catalog& catalog,
                                 std::size_t most) {
  check_zips(block);
  std::vector<Variant> variants;
  for (const Arm& arm : block[section]) append_arm(variants, block, section, arm, catalog, most);
  mark_exclusions(block, section, catalog, variants);
  return variants;
}

}  // namespace dpsco
