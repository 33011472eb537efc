#include "framework/ledger/ledger.hpp"

#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "framework/core/canonical_json.hpp"
#include "framework/core/check.hpp"
#include "framework/core/nearest.hpp"

namespace dpsco {

namespace {

using nlohmann::json;

constexpr std::array<std::string_view, std::variant_size_v<Mechanism>> names{
    "non_private", "gaussian", "noisy_iteration", "pure", "approximate", "zcdp", "gdp"};

template <class... Fs>
struct Overloaded : Fs... {
  using Fs::operator()...;
};
template <class... Fs>
Overloaded(Fs...) -> Overloaded<Fs...>;

json fields(const NoisyIteration& iteration) {
  if (const auto* named = std::get_if<NamedSchedule>(&iteration.schedule)) {
    json schedule = json::object();
    for (const auto& [key, value] : named->parameters) schedule[key] = value;
    schedule["generator"] = named->generator;
    return {{"schedule", schedule}};
  }
  const auto& arrays = std::get<IterationArrays>(iteration.schedule);
  return {{"sensitivity", arrays.sensitivity},
          {"sigma", arrays.sigma},
          {"contraction", arrays.contraction}};
}

json fields(const Mechanism& mechanism) {
  return std::visit(Overloaded{
                        [](const NonPrivate&) { return json::object(); },
                        [](const Gaussian& g) {
                          json out{{"noise_multiplier", g.noise_multiplier}};
                          if (g.sensitivity > 0) out["sensitivity"] = g.sensitivity;
                          return out;
                        },
                        [](const NoisyIteration& iteration) { return fields(iteration); },
                        [](const Pure& p) {
                          return json{{"epsilon", p.epsilon}};
                        },
                        [](const Approximate& a) {
                          return json{{"epsilon", a.epsilon}, {"delta", a.delta}};
                        },
                        [](const Zcdp& z) {
                          return json{{"rho", z.rho}};
                        },
                        [](const Gdp& g) {
                          return json{{"mu", g.mu}};
                        },
                    },
                    mechanism);
}

/// Reads the fields of one JSON object and complains about what is missing, bad or unknown.
class Reader {
 public:
  Reader(const json& object, std::string where) : object_(object), where_(std::move(where)) {
    require(object.is_object(), "{}: expected an object, found {}", where_, object.type_name());
  }
  bool has(const char* key) {
    seen_.emplace_back(key);
    return object_.contains(key);
  }
  const json& at(const char* key) {
    require(has(key), "{}: '{}' is missing", where_, key);
    return object_.at(key);
  }
  std::string text(const char* key) {
    require(at(key).is_string(), "{}: '{}' must be a string", where_, key);
    return object_.at(key).get<std::string>();
  }
  double number(const char* key, double low, double high, const char* range) {
    const json& value = at(key);
    require(
        value.is_number(), "{}: '{}' must be a number, found {}", where_, key, value.type_name());
    const auto x = value.get<double>();
    require(low <= x && x <= high, "{}: {} = {} must be {}", where_, key, x, range);
    return x;
  }
  std::vector<double> numbers(const char* key, double low, const char* range) {
    const json& list = at(key);
    require(list.is_array(), "{}: '{}' must be an array of numbers", where_, key);
    std::vector<double> out;
    out.reserve(list.size());
    for (const json& item : list) {
      require(item.is_number() && low <= item.get<double>() && item.get<double>() <= largest,
              "{}: {}[{}] = {} must be {}",
              where_,
              key,
              out.size(),
              item.dump(),
              range);
      out.push_back(item.get<double>());
    }
    return out;
  }
  /// Call last.
  void refuse_unknown() const {
    for (const auto& item : object_.items()) {
      bool known = false;
      for (const std::string& key : seen_) known = known || key == item.key();
      require(
          known, "{}: unknown field '{}'{}", where_, item.key(), did_you_mean(item.key(), seen_));
    }
  }
  const std::string& where() const { return where_; }

  static constexpr double largest = 1.7976931348623157e308;

 private:
  const json& object_;
  std::string where_;
  std::vector<std::string> seen_;
};

constexpr double smallest = 2.2250738585072014e-308;

NoisyIteration read_iteration(Reader& reader) {
  if (reader.has("schedule")) {
    const json& object = reader.at("schedule");
    require(
        object.is_object() && object.contains("generator") && object.at("generator").is_string(),
        "{}: 'schedule' must be an object with a 'generator'",
        reader.where());
    NamedSchedule named{.generator = object.at("generator").get<std::string>()};
    for (const auto& item : object.items()) {
      if (item.key() == "generator") continue;
      require(item.value().is_number(),
              "{}: schedule parameter '{}' must be a number",
              reader.where(),
              item.key());
      named.parameters[item.key()] = item.value().get<double>();
    }
    try {
      (void)expand(named);
    } catch (const ConfigError& error) {
      throw ConfigError(fmt::format("{}: {}", reader.where(), error.what()));
    }
    return {named};
  }
  IterationArrays arrays{.sensitivity = reader.numbers("sensitivity", 0, "finite and >= 0"),
                         .sigma = reader.numbers("sigma", 0, "finite and >= 0"),
                         .contraction = reader.numbers("contraction", 0, "finite and >= 0")};
  require(arrays.sensitivity.size() == arrays.sigma.size() &&
              arrays.sigma.size() == arrays.contraction.size(),
          "{}: sensitivity, sigma and contraction must have the same length, have {}, {}, {}",
          reader.where(),
          arrays.sensitivity.size(),
          arrays.sigma.size(),
          arrays.contraction.size());
  return {std::move(arrays)};
}

Mechanism read_mechanism(std::string_view tag, Reader& reader) {
  if (tag == "non_private") return NonPrivate{};
  if (tag == "gaussian") {
    Gaussian gaussian{.noise_multiplier =
                          reader.number("noise_multiplier", smallest, Reader::largest, "positive")};
    if (reader.has("sensitivity"))
      gaussian.sensitivity = reader.number("sensitivity", smallest, Reader::largest, "positive");
    return gaussian;
  }
  if (tag == "noisy_iteration") return read_iteration(reader);
  if (tag == "pure") return Pure{reader.number("epsilon", 0, Reader::largest, "finite and >= 0")};
  if (tag == "approximate")
    return Approximate{reader.number("epsilon", 0, Reader::largest, "finite and >= 0"),
                       reader.number("delta", 0, 1, "in [0, 1]")};
  if (tag == "zcdp") return Zcdp{reader.number("rho", 0, Reader::largest, "finite and >= 0")};
  if (tag == "gdp") return Gdp{reader.number("mu", 0, Reader::largest, "finite and >= 0")};
  const std::vector<std::string> known(names.begin(), names.end());
  throw ConfigError(
      fmt::format("{}: unknown event '{}'{}", reader.where(), tag, did_you_mean(tag, known)));
}

Event read_event(const json& object, const std::string& where) {
  Reader reader(object, where);
  const std::string tag = reader.text("event");
  Event event{.mechanism = read_mechanism(tag, reader)};
  if (reader.has("count")) {
    const json& count = reader.at("count");
    require(count.is_number_integer() && count.get<double>() >= 1 && count.get<double>() <= 1e15,
            "{}: count = {} must be a whole number from 1 to 10^15",
            where,
            count.dump());
    event.count = count.get<std::int64_t>();
  }
  reader.refuse_unknown();
  return event;
}

}  // namespace

std::string_view name(const Mechanism& mechanism) {
  return names[mechanism.index()];
}

double sensitivity_factor(const Gaussian& gaussian, Adjacency adjacency) {
  if (gaussian.sensitivity > 0) return gaussian.sensitivity;
  return adjacency == Adjacency::replace_one ? 2 : 1;
}

std::string to_json(const Ledger& ledger) {
  json events = json::array();
  for (const Event& event : ledger.events) {
    json object = fields(event.mechanism);
    object["event"] = name(event.mechanism);
    if (event.count != 1) object["count"] = event.count;
    events.push_back(std::move(object));
  }
  return canonical_json({{"adjacency", name(ledger.adjacency)}, {"events", std::move(events)}});
}

Ledger ledger_from_json(std::string_view text) {
  json object;
  try {
    object = json::parse(text);
  } catch (const json::parse_error& error) {
    throw ConfigError(fmt::format("ledger: not JSON: {}", error.what()));
  }
  Reader reader(object, "ledger");
  Ledger ledger{.adjacency = adjacency_named(reader.text("adjacency"))};
  const json& events = reader.at("events");
  require(events.is_array(), "ledger: 'events' must be an array");
  for (const json& event : events)
    ledger.events.push_back(
        read_event(event, fmt::format("ledger: events[{}]", ledger.events.size())));
  reader.refuse_unknown();
  return ledger;
}

}  // namespace dpsco
