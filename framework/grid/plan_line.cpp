#include "framework/grid/plan_line.hpp"

#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "framework/core/canonical_json.hpp"
#include "framework/core/check.hpp"

namespace dpsco {

namespace {

using nlohmann::json;

json choice_json(const Choice& choice) {
  json parameters = json::object();
  for (const auto& [name, value] : choice.parameters)
    std::visit([&, &key = name](const auto& v) { parameters[key] = v; }, value);
  return {{"name", choice.name}, {"parameters", std::move(parameters)}};
}

const json& member(const json& object, const char* name) {
  const auto found = object.find(name);
  require(found != object.end(), "plan line: the member '{}' is missing", name);
  return *found;
}

const json& object_member(const json& object, const char* name) {
  const json& value = member(object, name);
  require(value.is_object(), "plan line: '{}' must be an object", name);
  return value;
}

std::string string_member(const json& object, const char* name) {
  const json& value = member(object, name);
  require(value.is_string(), "plan line: '{}' must be a string", name);
  return value.get<std::string>();
}

double number_member(const json& object, const char* name) {
  const json& value = member(object, name);
  require(value.is_number(), "plan line: '{}' must be a number", name);
  return value.get<double>();
}

std::vector<std::string> list_member(const json& object, const char* name) {
  const json& value = member(object, name);
  require(value.is_array(), "plan line: '{}' must be an array of strings", name);
  std::vector<std::string> out;
  for (const json& item : value) {
    require(item.is_string(), "plan line: '{}' must be an array of strings", name);
    out.push_back(item.get<std::string>());
  }
  return out;
}

std::string key_member(const json& object, const char* name) {
  std::string key = string_member(object, name);
  require(key.size() == 64 && key.find_first_not_of("0123456789abcdef") == std::string::npos,
          "plan line: '{}' must be 64 hex digits, not '{}'",
          name,
          key);
  return key;
}

Choice choice_member(const json& object, const char* name) {
  const json& value = object_member(object, name);
  Choice choice{string_member(value, "name"), {}};
  for (const auto& [parameter, given] : object_member(value, "parameters").items()) {
    ParameterValue& out = choice.parameters[parameter];
    const bool too_large =
        given.is_number_unsigned() && given.get<std::uint64_t>() > std::uint64_t{INT64_MAX};
    if (given.is_string()) {
      out = given.get<std::string>();
    } else if (given.is_number_integer() && !too_large) {
      out = given.get<std::int64_t>();
    } else {
      require(given.is_number_float(),
              "plan line: parameter '{}' of '{}' must be a number or a string",
              parameter,
              name);
      out = given.get<double>();
    }
  }
  return choice;
}

Target target_member(const json& object) {
  const json& value = object_member(object, "target");
  Target target{number_member(value, "epsilon"),
                number_member(value, "delta"),
                adjacency_named(string_member(value, "adjacency"))};
  require(target.epsilon > 0 && target.delta > 0 && target.delta < 1,
          "plan line: epsilon = {} and delta = {} must be > 0, delta below 1",
          target.epsilon,
          target.delta);
  return target;
}

std::uint64_t count_member(const json& object, const char* name) {
  const json& value = member(object, name);
  require(value.is_number_unsigned(), "plan line: '{}' must be a whole number >= 0", name);
  return value.get<std::uint64_t>();
}

json parsed(std::string_view line) {
  try {
    return json::parse(line);
  } catch (const json::exception& error) {
    throw ConfigError(fmt::format("plan line is not JSON: {}", error.what()));
  }
}

}  // namespace

std::string plan_line(const Cell& cell) {
  return canonical_json({{"accountants", cell.accountants},
                         {"algorithm", choice_json(cell.algorithm)},
                         {"bounds", cell.bounds},
                         {"calibrate", cell.calibrate},
                         {"data", choice_json(cell.data)},
                         {"key", cell.key},
                         {"label", cell.label},
                         {"loss", choice_json(cell.loss)},
                         {"metrics", cell.metrics},
                         {"problem_key", cell.problem_key},
                         {"repetition", cell.repetition},
                         {"seed", cell.seed},
                         {"shared_key", cell.shared_key},
                         {"stream_key", cell.stream_key},
                         {"target",
                          {{"adjacency", name(cell.target.adjacency)},
                           {"delta", cell.target.delta},
                           {"epsilon", cell.target.epsilon}}}});
}

Cell cell_from_plan_line(std::string_view line) {
  const json object = parsed(line);
  require(object.is_object(), "plan line must be a JSON object");
  Cell cell{.data = choice_member(object, "data"),
            .loss = choice_member(object, "loss"),
            .algorithm = choice_member(object, "algorithm"),
            .target = target_member(object),
            .calibrate = string_member(object, "calibrate"),
            .metrics = list_member(object, "metrics"),
            .seed = count_member(object, "seed"),
            .key = key_member(object, "key"),
            .problem_key = key_member(object, "problem_key"),
            .stream_key = key_member(object, "stream_key"),
            .shared_key = key_member(object, "shared_key"),
            .label = string_member(object, "label"),
            .accountants = list_member(object, "accountants"),
            .bounds = list_member(object, "bounds")};
  const std::uint64_t repetition = count_member(object, "repetition");
  require(repetition <= INT64_MAX, "plan line: 'repetition' is too large");
  cell.repetition = std::int64_t(repetition);
  return cell;
}

}  // namespace dpsco
