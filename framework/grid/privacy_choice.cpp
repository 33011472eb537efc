#include "framework/grid/privacy_choice.hpp"

#include <cmath>

#include "framework/core/nearest.hpp"

namespace dpsco {

namespace {

double number_of(const std::string& name, const ParameterValue& value) {
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return double(*whole);
  const auto* real = std::get_if<double>(&value);
  require(real != nullptr, "privacy: {} = '{}' must be a number", name, to_text(value));
  return *real;
}

const std::string& word_of(const std::string& name, const ParameterValue& value) {
  const auto* word = std::get_if<std::string>(&value);
  require(word != nullptr, "privacy: {} = {} must be a word", name, to_text(value));
  return *word;
}

}  // namespace

const std::vector<std::string>& privacy_parameters() {
  static const std::vector<std::string> names{"adjacency", "calibrate", "delta", "epsilon"};
  return names;
}

ParameterValue checked_privacy(const std::string& name,
                               const ParameterValue& value,
                               const Catalog& catalog) {
  if (name == "epsilon") {
    const double epsilon = number_of(name, value);
    require(epsilon > 0 && std::isfinite(epsilon),
            "privacy: epsilon = {} must be positive and finite",
            epsilon);
    return epsilon;
  }
  if (name == "delta") {
    const double delta = number_of(name, value);
    require(0 < delta && delta < 1, "privacy: delta = {} must lie strictly between 0 and 1", delta);
    return delta;
  }
  if (name == "adjacency") {
    adjacency_named(word_of(name, value));
    return value;
  }
  require(name == "calibrate",
          "privacy: unknown key '{}'{}",
          name,
          did_you_mean(name, privacy_parameters()));
  catalog.accountants.entry(word_of(name, value));
  return value;
}

Parameters completed_privacy(const Parameters& given, const Catalog& catalog) {
  Parameters all{{"adjacency", "replace_one"}, {"calibrate", "auto"}};
  for (const auto& [name, value] : given) all[name] = checked_privacy(name, value, catalog);
  require(all.contains("epsilon"), "privacy: the key 'epsilon' is missing");
  require(all.contains("delta"), "privacy: the key 'delta' is missing");
  if (!given.contains("calibrate")) checked_privacy("calibrate", all["calibrate"], catalog);
  return all;
}

Target target_of(const Parameters& privacy) {
  return {std::get<double>(privacy.find("epsilon")->second),
          std::get<double>(privacy.find("delta")->second),
          adjacency_named(std::get<std::string>(privacy.find("adjacency")->second))};
}

}  // namespace dpsco
