#include "framework/grid/labels.hpp"

#include <algorithm>
#include <map>
#include <string>

#include "framework/grid/variants.hpp"

namespace dpsco {

namespace {

struct First {
  const Arm* arm = nullptr;
  Parameters parameters{};
};

bool sweeps(const Arm& arm, const std::string& parameter) {
  return std::any_of(arm.axes.begin(), arm.axes.end(), [&](const Axis& axis) {
    return axis.name == parameter && axis.swept;
  });
}

void compare(const First& first, const Arm& arm, const Parameters& parameters) {
  if (first.arm->name != arm.name) {
    refuse(arm.at,
           "the label '{}' already means '{}' ({}), and this is '{}'; give it another label",
           arm.label,
           first.arm->name,
           to_text(first.arm->at),
           arm.name);
  }
  for (const auto& [name, value] : parameters) {
    const ParameterValue& other = first.parameters.find(name)->second;
    if (value == other || sweeps(*first.arm, name) || sweeps(arm, name)) continue;
    refuse(arm.at,
           "two arms are labelled '{}' but differ in {} ({} and {}; the first is at {}); "
           "give one a label of its own",
           arm.label,
           name,
           to_text(other),
           to_text(value),
           to_text(first.arm->at));
  }
}

}  // namespace

void check_labels(const Grid& grid, const Catalog& catalog) {
  std::map<std::string, First> seen;
  for (const GridBlock& block : grid.blocks) {
    for (const Arm& arm : block[Section::algorithm]) {
      Parameters parameters = standard_parameters(arm, Section::algorithm, catalog);
      const auto [found, fresh] = seen.try_emplace(arm.label, First{&arm, parameters});
      if (!fresh) compare(found->second, arm, parameters);
    }
  }
}

}  // namespace dpsco
