#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "framework/core/check.hpp"
#include "framework/core/nearest.hpp"
#include "framework/core/suggestion.hpp"
#include "framework/ledger/event_names.hpp"
#include "framework/ledger/ledger.hpp"
#include "framework/ledger/ledger_file.hpp"

namespace dpsco {

namespace {

using nlohmann::json;

constexpr double largest = 1.7976931348623157e308, smallest = 2.2250738585072014e-308;
constexpr int max_depth =
    16;  // a ledger by hand nests two deep; a hostile one must not end the stack

/// Reads the fields of one JSON object and complains about what is missing, bad or unknown.
class Reader {
 public:
  Reader(const json& object, std::string where) : object_(object), where_(std::move(where)) {
    require(object.is_object(), "{}: expected an object, found {}", where_, object.type_name());
  }
  bool has(const char* key) {
    if (std::find(seen_.begin(), seen_.end(), key) == seen_.end()) seen_.emplace_back(key);
    return object_.contains(key);
  }
  const json& at(const char* key) {
    if (!has(key)) refuse_misspelt(key);
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
  double positive(const char* key) { return number(key, smallest, largest, "positive and finite"); }
  double non_negative(const char* key) { return number(key, 0, largest, "finite and >= 0"); }
  double fraction(const char* key) { return number(key, 0, 1, "in [0, 1]"); }
  std::int64_t whole(const char* key) {
    const json& value = at(key);
    require(value.is_number_integer() && value.get<double>() >= 1 && value.get<double>() <= 1e15,
            "{}: {} = {} must be a whole number from 1 to 10^15",
            where_,
            key,
            value.dump());
    return value.get<std::int64_t>();
  }
  std::vector<double> numbers(const char* key, double low, double high, const char* range) {
    const json& list = at(key);
    require(list.is_array(), "{}: '{}' must be an array of numbers", where_, key);
    std::vector<double> out;
    out.reserve(list.size());
    for (const json& item : list) {
      require(item.is_number() && low <= item.get<double>() && item.get<double>() <= high,
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
  std::vector<double> non_negatives(const char* key) {
    return numbers(key, 0, largest, "finite and >= 0");
  }
  std::vector<double> positives(const char* key) {
    return numbers(key, smallest, largest, "positive and finite");
  }
  void same_length(const char* names, std::size_t a, std::size_t b) const {
    require(a == b, "{}: {} must have the same length, have {} and {}", where_, names, a, b);
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

 private:
  /// A field that no object of a ledger has, and that may stand for `key`. Others may be of this
  /// object and not read yet.
  void refuse_misspelt(const char* key) const {
    const std::vector<std::string> missing{key};
    for (const auto& item : object_.items()) {
      const bool is_some_field =
          std::find(field_names.begin(), field_names.end(), item.key()) != field_names.end();
      require(is_some_field || nearest_name(item.key(), missing).empty(),
              "{}: unknown field '{}'{}",
              where_,
              item.key(),
              suggestion(item.key(), missing));
    }
  }

  const json& object_;
  std::string where_;
  std::vector<std::string> seen_;
};

/// `use` is what the schedule is for: it throws if that does not fit.
template <class Use>
NamedSchedule read_schedule(Reader& reader, const Use& use) {
  const json& object = reader.at("schedule");
  require(object.is_object() && object.contains("generator") && object.at("generator").is_string(),
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
    use(named);
  } catch (const ConfigError& error) {
    throw ConfigError(fmt::format("{}: {}", reader.where(), error.what()));
  }
  return named;
}

Heterogeneous read_heterogeneous(Reader& reader, std::vector<Event> inner) {
  Heterogeneous steps{.inner = std::move(inner)};
  if (!reader.has("schedule")) {
    steps.noise_multiplier = reader.positives("noise_multiplier");
    return steps;
  }
  steps.schedule = read_schedule(reader, [&](const NamedSchedule& named) {
    steps.noise_multiplier = expand_noise_multipliers(named);
  });
  return steps;
}

IterationArrays read_arrays(Reader& reader) {
  IterationArrays arrays{.sensitivity = reader.non_negatives("sensitivity"),
                         .sigma = reader.non_negatives("sigma"),
                         .contraction = reader.non_negatives("contraction")};
  reader.same_length("sensitivity and sigma", arrays.sensitivity.size(), arrays.sigma.size());
  reader.same_length("sigma and contraction", arrays.sigma.size(), arrays.contraction.size());
  return arrays;
}

template <class Noise>
Noise read_noise(Reader& reader) {
  Noise noise{.noise_multiplier = reader.positive("noise_multiplier")};
  if (reader.has("sensitivity")) noise.sensitivity = reader.positive("sensitivity");
  return noise;
}

Event read_event(const json& object, const std::string& where, int depth);

std::vector<Event> read_inner(Reader& reader, int depth) {
  return {read_event(reader.at("inner"), reader.where() + ".inner", depth + 1)};
}

/// One event, or an array of them that compose.
std::vector<Event> read_inner_events(Reader& reader, int depth) {
  const json& inner = reader.at("inner");
  if (!inner.is_array()) return read_inner(reader, depth);
  require(!inner.empty(), "{}.inner: an empty array; expected at least one event", reader.where());
  std::vector<Event> events;
  for (std::size_t i = 0; i < inner.size(); ++i)
    events.push_back(
        read_event(inner[i], fmt::format("{}.inner[{}]", reader.where(), i), depth + 1));
  return events;
}

SampledWithoutReplacement read_without_replacement(Reader& reader, int depth) {
  SampledWithoutReplacement sampled{.batch = reader.whole("batch"),
                                    .population = reader.whole("population"),
                                    .inner = read_inner(reader, depth)};
  require(sampled.batch <= sampled.population,
          "{}: batch = {} must be at most population = {}",
          reader.where(),
          sampled.batch,
          sampled.population);
  return sampled;
}

LaplaceUniformMixture read_mixture(Reader& reader) {
  LaplaceUniformMixture mixture{.rate = reader.positives("rate"),
                                .width = reader.non_negatives("width"),
                                .shift_inf = reader.non_negative("shift_inf"),
                                .shift_2 = reader.non_negative("shift_2"),
                                .shift_1 = reader.non_negative("shift_1")};
  reader.same_length("rate and width", mixture.rate.size(), mixture.width.size());
  return mixture;
}

RdpCurve read_rdp_curve(Reader& reader) {
  RdpCurve curve{
      .orders = reader.numbers("orders", std::nextafter(1.0, 2.0), largest, "finite and > 1"),
      .values = reader.non_negatives("values")};
  reader.same_length("orders and values", curve.orders.size(), curve.values.size());
  return curve;
}

PrivacyProfile read_profile(Reader& reader) {
  PrivacyProfile profile{.epsilon = reader.non_negatives("epsilon"),
                         .delta = reader.numbers("delta", 0, 1, "in [0, 1]")};
  reader.same_length("epsilon and delta", profile.epsilon.size(), profile.delta.size());
  return profile;
}

Selection read_selection(Reader& reader, int depth) {
  const std::vector<std::string> known{"poisson", "truncated_negative_binomial"};
  const std::string distribution = reader.text("distribution");
  require(distribution == known[0] || distribution == known[1],
          "{}: unknown distribution '{}'{}",
          reader.where(),
          distribution,
          did_you_mean(distribution, known));
  if (distribution == "poisson")
    return {.inner = read_inner_events(reader, depth),
            .repetitions = Selection::Repetitions::poisson,
            .mean = reader.positive("mean")};
  return {.inner = read_inner_events(reader, depth),
          .eta = reader.number("eta", std::nextafter(-1.0, 0.0), largest, "finite and > -1"),
          .gamma = reader.number("gamma", smallest, 1, "in (0, 1]")};
}

Mechanism read_sampled_or_nested(std::string_view tag, Reader& reader, int depth) {
  if (tag == "poisson_sampled")
    return PoissonSampled{reader.fraction("sampling_rate"), read_inner(reader, depth)};
  if (tag == "sampled_without_replacement") return read_without_replacement(reader, depth);
  if (tag == "heterogeneous") return read_heterogeneous(reader, read_inner(reader, depth));
  if (tag == "selection") return read_selection(reader, depth);
  const std::vector<std::string> known(event_names.begin(), event_names.end());
  throw ConfigError(
      fmt::format("{}: unknown event '{}'{}", reader.where(), tag, did_you_mean(tag, known)));
}

Mechanism read_mechanism(std::string_view tag, Reader& reader, int depth) {
  if (tag == "non_private") return NonPrivate{};
  if (tag == "gaussian") return read_noise<Gaussian>(reader);
  if (tag == "laplace") return read_noise<Laplace>(reader);
  if (tag == "noisy_iteration" && reader.has("schedule"))
    return NoisyIteration{
        read_schedule(reader, [](const NamedSchedule& named) { batch_rule(named); })};
  if (tag == "noisy_iteration") return NoisyIteration{read_arrays(reader)};
  if (tag == "shuffled")
    return Shuffled{reader.whole("population"),
                    reader.non_negative("local_epsilon"),
                    reader.fraction("local_delta")};
  if (tag == "tree_aggregation")
    return TreeAggregation{reader.positive("noise_multiplier"), reader.whole("leaves")};
  if (tag == "exponential_noise_l2")
    return ExponentialNoiseL2{reader.positive("rate"), reader.non_negative("sensitivity")};
  if (tag == "laplace_uniform_mixture") return read_mixture(reader);
  if (tag == "pure") return Pure{reader.non_negative("epsilon")};
  if (tag == "approximate")
    return Approximate{reader.non_negative("epsilon"), reader.fraction("delta")};
  if (tag == "zcdp") return Zcdp{reader.non_negative("rho")};
  if (tag == "gdp") return Gdp{reader.non_negative("mu")};
  if (tag == "rdp_curve") return read_rdp_curve(reader);
  if (tag == "privacy_profile") return read_profile(reader);
  return read_sampled_or_nested(tag, reader, depth);
}

Event read_event(const json& object, const std::string& where, int depth) {
  require(depth < max_depth, "{}: events nest deeper than {}", where, max_depth);
  Reader reader(object, where);
  const std::string tag = reader.text("event");
  Event event{.mechanism = read_mechanism(tag, reader, depth)};
  if (reader.has("count")) event.count = reader.whole("count");
  reader.refuse_unknown();
  return event;
}

Adjacency read_adjacency(Reader& reader) {
  const std::string word = reader.text("adjacency");
  try {
    return adjacency_named(word);
  } catch (const ConfigError& error) {
    throw ConfigError(fmt::format("{}: {}", reader.where(), error.what()));
  }
}

/// "l.json:2:1": where the parser stood after `byte` bytes.
std::string place_in(std::string_view text, std::size_t byte, const std::string& source) {
  const std::string_view before = text.substr(0, byte > 0 ? byte - 1 : 0);
  const std::size_t line_start = before.rfind('\n') + 1;  // 0 on the first line
  return fmt::format("{}:{}:{}",
                     source,
                     std::count(before.begin(), before.end(), '\n') + 1,
                     before.size() - line_start + 1);
}

/// The library's message without its own name and place for the error, which `mark` ends.
std::string_view after(std::string_view mark, std::string_view message) {
  const std::size_t at = message.find(mark);
  return at == std::string_view::npos ? message : message.substr(at + mark.size());
}

json parsed_json(std::string_view text, const std::string& source) {
  try {
    return json::parse(text);
  } catch (const json::parse_error& error) {
    throw ConfigError(fmt::format(
        "{}: not JSON: {}", place_in(text, error.byte, source), after(": ", error.what())));
  } catch (const json::exception& error) {  // a number that no double holds
    throw ConfigError(fmt::format("{}: not JSON: {}", source, after("] ", error.what())));
  }
}

}  // namespace

Ledger ledger_from_json(std::string_view text, const std::string& source) {
  const json object = parsed_json(text, source);
  Reader reader(object, source);
  Ledger ledger{.adjacency = read_adjacency(reader)};
  const json& events = reader.at("events");
  require(events.is_array(), "{}: 'events' must be an array", source);
  for (const json& event : events)
    ledger.events.push_back(
        read_event(event, fmt::format("{}: events[{}]", source, ledger.events.size()), 0));
  reader.refuse_unknown();
  return ledger;
}

Ledger ledger_from_json(std::string_view text) {
  return ledger_from_json(text, "ledger");
}

}  // namespace dpsco
