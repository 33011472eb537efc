#include "framework/grid/exclusions.hpp"

#include <algorithm>

#include "framework/core/nearest.hpp"

namespace dpsco {

namespace {

// 10 and 10.0 are the same value here.
bool same(const ParameterValue& a, const ParameterValue& b) {
  if (std::holds_alternative<std::string>(a) || std::holds_alternative<std::string>(b))
    return a == b;
  const auto number = [](const ParameterValue& v) {
    const auto* whole = std::get_if<std::int64_t>(&v);
    return whole != nullptr ? double(*whole) : std::get<double>(v);
  };
  return number(a) == number(b);
}

void check_exclusion_path(const Condition& condition,
                          const GridBlock& block,
                          const Catalog& catalog) {
  const ParameterPath& path = condition.path;
  std::vector<std::string> arms, parameters;
  bool met = false;
  for (const Arm& arm : block[path.section]) {
    arms.insert(arms.end(), {arm.name, arm.label});
    if (!names(path, arm)) continue;
    met = true;
    for (const auto& [name, value] : standard_parameters(arm, path.section, catalog))
      parameters.push_back(name);
  }
  const auto refuse_arm = [&](const Place& at, const std::string& wrong) {
    refuse(at,
           "'exclude': the block has no {} called '{}'{}",
           name(path.section),
           wrong,
           did_you_mean(wrong, arms));
  };
  if (!met) refuse_arm(path.at, path.arm);
  if (path.parameter.empty()) {
    for (const GridValue& value : condition.values) {
      const std::string wanted = to_text(value.value);
      if (std::find(arms.begin(), arms.end(), wanted) == arms.end()) refuse_arm(value.at, wanted);
    }
  } else if (std::find(parameters.begin(), parameters.end(), path.parameter) == parameters.end()) {
    refuse(path.at,
           "'exclude': nothing in the block has the parameter '{}'{}",
           to_text(path),
           did_you_mean(path.parameter, parameters));
  }
}

bool holds(const Condition& condition, const Variant& variant) {
  const ParameterPath& path = condition.path;
  const auto any = [&](auto matches) {
    return std::any_of(condition.values.begin(), condition.values.end(), matches);
  };
  if (path.parameter.empty()) {
    return any([&](const GridValue& value) {
      const auto* wanted = std::get_if<std::string>(&value.value);
      return wanted != nullptr && (*wanted == variant.arm->name || *wanted == variant.arm->label);
    });
  }
  if (!names(path, *variant.arm)) return false;
  const auto found = variant.choice.parameters.find(path.parameter);
  if (found == variant.choice.parameters.end()) return false;
  return any([&](const GridValue& value) { return same(value.value, found->second); });
}

}  // namespace

void mark_exclusions(const GridBlock& block,
                     Section section,
                     const Catalog& catalog,
                     std::vector<Variant>& variants) {
  for (const auto& exclusion : block.exclusions) {
    for (const Condition& condition : exclusion)
      if (condition.path.section == section) check_exclusion_path(condition, block, catalog);
    for (Variant& variant : variants) {
      const bool excluded =
          std::all_of(exclusion.begin(), exclusion.end(), [&](const Condition& condition) {
            return condition.path.section != section || holds(condition, variant);
          });
      variant.excluded.push_back(excluded ? 1 : 0);
    }
  }
}

}  // namespace dpsco
