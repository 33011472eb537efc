#include "results/tables/fields.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "framework/core/check.hpp"
#include "framework/core/nearest.hpp"

namespace dpsco {

namespace {

using Held = std::optional<FieldValue>;

Held of_text(const std::string& text) {
  if (text.empty()) return {};
  return FieldValue(text);
}

Held of_parameter(const ParameterValue& value) {
  if (const auto* text = std::get_if<std::string>(&value)) return FieldValue(*text);
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return FieldValue(double(*whole));
  return FieldValue(std::get<double>(value));
}

Held parameter_of(const StoredRun& run, std::string_view name) {
  const auto found = run.parameters.find(name);
  if (found == run.parameters.end()) return {};
  return of_parameter(found->second);
}

/// A run that failed before it had data has no n and d of its own, but perhaps the parameters.
Held size_of(const StoredRun& run, double size, std::string_view parameter) {
  return size > 0 ? Held(FieldValue(size)) : parameter_of(run, parameter);
}

struct FixedField {
  std::string_view name;
  bool identity;  ///< decides what was run, see identity_fields
  Held (*of)(const StoredRun&);
};

constexpr std::array fixed_fields{
    FixedField{"label", true, [](const StoredRun& r) { return of_text(r.label); }},
    FixedField{"algorithm.name", true, [](const StoredRun& r) { return of_text(r.algorithm); }},
    FixedField{"data", true, [](const StoredRun& r) { return of_text(r.data); }},
    FixedField{"loss", true, [](const StoredRun& r) { return of_text(r.loss); }},
    FixedField{"n", true, [](const StoredRun& r) { return size_of(r, r.n, "data.n"); }},
    FixedField{"d", true, [](const StoredRun& r) { return size_of(r, r.d, "data.d"); }},
    FixedField{"epsilon", true, [](const StoredRun& r) { return Held(r.target.epsilon); }},
    FixedField{"delta", true, [](const StoredRun& r) { return Held(r.target.delta); }},
    FixedField{"adjacency",
               true,
               [](const StoredRun& r) { return Held(std::string(name(r.target.adjacency))); }},
    FixedField{"calibrate", true, [](const StoredRun& r) { return of_text(r.calibrate); }},
    FixedField{
        "status", false, [](const StoredRun& r) { return Held(std::string(name(r.status))); }},
    FixedField{"repetition", false, [](const StoredRun& r) { return Held(double(r.repetition)); }},
    FixedField{"dataset",
               false,
               [](const StoredRun& r) {
                 const Held path = parameter_of(r, "data.path");
                 return path ? path : of_text(r.data);
               }},
    FixedField{
        "method",
        false,
        [](const StoredRun& r) { return of_text(std::string(method_and_tuning(r.label).first)); }},
    FixedField{
        "tuning",
        false,
        [](const StoredRun& r) { return of_text(std::string(method_and_tuning(r.label).second)); }},
    FixedField{"seed", false, [](const StoredRun& r) { return of_text(r.seed); }},
    FixedField{"suite", false, [](const StoredRun& r) { return of_text(r.suite); }}};

constexpr std::array<std::string_view, 3> owners{"algorithm.", "data.", "loss."};

RunField parameter_field(const std::string& name) {
  return {name, [name](const StoredRun& run) { return parameter_of(run, name); }};
}

enum class Operator { equal, unequal, less, at_most, greater, at_least };

struct Condition {
  std::string text{};
  RunField field{};
  Operator op = Operator::equal;
  std::vector<FieldValue> values{};
};

/// A number if the whole text is one.
FieldValue parsed(std::string_view text) {
  double number = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), number);
  if (result.ec == std::errc{} && result.ptr == text.data() + text.size()) return number;
  return std::string(text);
}

/// A seed or a word that looks like a number is the number it looks like.
FieldValue comparable(const FieldValue& value) {
  if (const auto* text = std::get_if<std::string>(&value)) return parsed(*text);
  return value;
}

bool meets(const Condition& condition, const StoredRun& run) {
  const Held value = condition.field.of(run);
  if (!value) return condition.op == Operator::unequal;
  const FieldValue left = comparable(*value);
  const auto is = [&](const FieldValue& right) { return left == right; };
  const FieldValue& right = condition.values.front();
  switch (condition.op) {
    case Operator::equal:
      return std::any_of(condition.values.begin(), condition.values.end(), is);
    case Operator::unequal:
      return std::none_of(condition.values.begin(), condition.values.end(), is);
    case Operator::less:
      return left < right;
    case Operator::at_most:
      return left <= right;
    case Operator::greater:
      return left > right;
    case Operator::at_least:
      return left >= right;
  }
  return false;
}

Condition parse_condition(const std::string& text, std::span<const StoredRun> runs) {
  constexpr std::array<std::pair<std::string_view, Operator>, 6> operators{
      {{"!=", Operator::unequal},
       {"<=", Operator::at_most},
       {">=", Operator::at_least},
       {"<", Operator::less},
       {">", Operator::greater},
       {"=", Operator::equal}}};
  const std::size_t at = text.find_first_of("!<>=");
  const auto* const op = std::find_if(operators.begin(), operators.end(), [&](const auto& known) {
    return at != std::string::npos && text.compare(at, known.first.size(), known.first) == 0;
  });
  require(op != operators.end() && at > 0 && at + op->first.size() < text.size(),
          "--where '{}': expected FIELD=VALUE, or != < <= > >= for =",
          text);
  Condition condition{
      .text = text, .field = field_named(text.substr(0, at), runs), .op = op->second};
  std::string_view rest = std::string_view(text).substr(at + op->first.size());
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(','), rest.size());
    condition.values.push_back(parsed(rest.substr(0, end)));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  require(condition.values.size() == 1 || op->second == Operator::equal ||
              op->second == Operator::unequal,
          "--where '{}': {} takes one value",
          text,
          op->first);
  return condition;
}

/// A value that nothing has is a typing error, not an empty table.
void require_known_values(const Condition& condition, std::span<const StoredRun> runs) {
  if (condition.op != Operator::equal) return;
  std::set<FieldValue> present;
  std::set<std::string> texts;
  for (const StoredRun& run : runs) {
    if (const Held value = condition.field.of(run)) {
      present.insert(comparable(*value));
      texts.insert(to_text(*value));
    }
  }
  const std::vector<std::string> known(texts.begin(), texts.end());
  for (const FieldValue& value : condition.values) {
    require(present.contains(value),
            "--where '{}': no run has {} = {}{}",
            condition.text,
            condition.field.name,
            to_text(value),
            did_you_mean(to_text(value), known));
  }
}

}  // namespace

std::pair<std::string_view, std::string_view> method_and_tuning(std::string_view label) {
  constexpr std::array<std::string_view, 2> tunings{oracle_tuned, "privately tuned"};
  for (const std::string_view tuning : tunings)
    if (label.ends_with(tuning) && label.size() > tuning.size() + 2 &&
        label.substr(label.size() - tuning.size() - 2, 2) == ", ")
      return {label.substr(0, label.size() - tuning.size() - 2), tuning};
  return {label, untuned};
}

std::string to_text(const FieldValue& value) {
  return std::visit([](const auto& held) { return fmt::format("{}", held); }, value);
}

RunField field_named(std::string_view name, std::span<const StoredRun> runs) {
  const std::string_view wanted = name == "algorithm" ? "label" : name;
  std::vector<std::string> known{"algorithm"};
  for (const FixedField& field : fixed_fields) {
    if (field.name == wanted) return {std::string(wanted), field.of};
    known.emplace_back(field.name);
  }
  std::set<std::string> parameters;
  for (const StoredRun& run : runs)
    for (const auto& [parameter, value] : run.parameters) parameters.insert(parameter);
  std::vector<std::string> full;  // names that `wanted` may stand for
  for (const std::string_view owner : owners)
    if (parameters.contains(std::string(owner) + std::string(wanted)))
      full.push_back(std::string(owner) + std::string(wanted));
  if (parameters.contains(std::string(wanted))) full = {std::string(wanted)};
  if (full.size() == 1) return parameter_field(full.front());
  require(full.empty(), "'{}' is ambiguous: say {}", name, fmt::join(full, " or "));
  for (const std::string& parameter : parameters) {
    known.push_back(parameter);
    known.push_back(parameter.substr(parameter.find('.') + 1));
  }
  throw ConfigError(
      fmt::format("no run has a field called '{}'{}", name, did_you_mean(name, known)));
}

std::vector<RunField> identity_fields(std::span<const StoredRun* const> runs) {
  std::vector<RunField> fields;
  for (const FixedField& field : fixed_fields)
    if (field.identity) fields.push_back({std::string(field.name), field.of});
  std::set<std::string> parameters;
  for (const StoredRun* run : runs)
    for (const auto& [name, value] : run->parameters) parameters.insert(name);
  for (const std::string& name : parameters) fields.push_back(parameter_field(name));
  return fields;
}

bool is_of_algorithm(std::string_view field) {
  return field == "label" || field.starts_with("algorithm.");
}

bool calibrate_is_of_method(std::span<const StoredRun* const> runs) {
  std::vector<RunField> others = identity_fields(runs);
  std::erase_if(others, [](const RunField& field) { return field.name == "calibrate"; });
  std::map<std::vector<Held>, std::string> accountants;
  for (const StoredRun* run : runs) {
    std::vector<Held> setting;
    setting.reserve(others.size());
    for (const RunField& field : others) setting.push_back(field.of(*run));
    const auto [first, is_new] = accountants.try_emplace(std::move(setting), run->calibrate);
    if (!is_new && first->second != run->calibrate) return false;
  }
  return true;
}

RunFilter filter_of(std::span<const StoredRun> runs, std::span<const std::string> conditions) {
  std::vector<Condition> all;
  for (const std::string& text : conditions) {
    all.push_back(parse_condition(text, runs));
    require_known_values(all.back(), runs);
  }
  return [all](const StoredRun& run) {
    return std::all_of(all.begin(), all.end(), [&](const auto& c) { return meets(c, run); });
  };
}

std::vector<const StoredRun*> filtered(std::span<const StoredRun> runs,
                                       std::span<const std::string> conditions) {
  const RunFilter passes = filter_of(runs, conditions);
  std::vector<const StoredRun*> kept;
  for (const StoredRun& run : runs)
    if (passes(run)) kept.push_back(&run);
  return kept;
}

}  // namespace dpsco
