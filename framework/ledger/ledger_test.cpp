#include "framework/ledger/ledger.hpp"

#include <fstream>
#include <sstream>
#include <string>

#include <doctest/doctest.h>

#include "framework/core/check.hpp"
#include "framework/ledger/event_names.hpp"
#include "framework/ledger/ledger_file.hpp"

namespace dpsco {

namespace {
std::string error(const char* text) {
  try {
    (void)ledger_from_json(text);
  } catch (const ConfigError& e) {
    return e.what();
  }
  return "accepted";
}
}  // namespace

TEST_CASE("ledger: JSON round trip keeps every event") {
  const NamedSchedule multi_pass{"ma2022-multi-pass",
                                 {{"updates", 50}, {"n_delta", 1e-3}, {"step_scale", 1.5}}};
  const Ledger ledger{
      .adjacency = Adjacency::add_remove,
      .events = {
          {NonPrivate{}},
          {Gaussian{.noise_multiplier = 1.5}, 100},
          {Gaussian{.noise_multiplier = 2, .sensitivity = 0.5}},
          {NoisyIteration{IterationArrays{{1, 2}, {0.5, 0.25}, {1, 0.9}}}},
          {NoisyIteration{
              NamedSchedule{"ma2022", {{"updates", 3}, {"step_sensitivity", 0.1}, {"beta0", 2}}}}},
          {Laplace{.noise_multiplier = 2}, 3},
          {PoissonSampled{0.01, {{Gaussian{.noise_multiplier = 1}, 2}}}, 1000},
          {SampledWithoutReplacement{10, 1000, {{Gaussian{.noise_multiplier = 2}}}}, 7},
          {Shuffled{.population = 1000, .local_epsilon = 0.5}},
          {TreeAggregation{.noise_multiplier = 3, .leaves = 1024}},
          {ExponentialNoiseL2{.rate = 2, .sensitivity = 0.5}},
          {LaplaceUniformMixture{{1, 2}, {0.5, 0.25}, 0.1, 0.2, 0.3}},
          {RdpCurve{{2, 3}, {0.1, 0.2}}},
          {PrivacyProfile{{0, 1}, {0.1, 0.01}}},
          {Heterogeneous{{{PoissonSampled{0.5, {{Gaussian{}}}}}}, {1, 2, 3}}},
          {Heterogeneous{.inner = {{SampledWithoutReplacement{1, 100, {{Gaussian{}}}}}},
                         .noise_multiplier = expand_noise_multipliers(multi_pass),
                         .schedule = multi_pass}},
          {Selection{.inner = {{Gaussian{3}, 50}}, .eta = 0, .gamma = 0.1}, 2},
          {Selection{.inner = {{Gaussian{3}, 50}, {Laplace{2}}}, .eta = 1, .gamma = 0.1}},
          {Selection{
              .inner = {{Pure{0.1}}}, .repetitions = Selection::Repetitions::poisson, .mean = 20}},
          {Pure{0.5}},
          {Approximate{0.5, 1e-6}},
          {Zcdp{0.25}},
          {Gdp{0.7}, 3}}};
  const std::string text = to_json(ledger);
  CHECK(to_json(ledger_from_json(text)) == text);
  CHECK(text.find(R"({"count":100,"event":"gaussian","noise_multiplier":1.5})") !=
        std::string::npos);
  CHECK(text.find(R"("generator":"ma2022")") != std::string::npos);
  // A named schedule is stored as itself and read as its expansion.
  CHECK(text.size() < 2500);
  const Ledger read = ledger_from_json(
      R"({"adjacency": "replace_one", "events": [{"event": "heterogeneous", "inner": {"event":
      "gaussian", "noise_multiplier": 1}, "schedule": {"generator": "ma2022-multi-pass",
      "updates": 50, "n_delta": 1e-3, "step_scale": 1.5}}]})");
  CHECK(std::get<Heterogeneous>(read.events.at(0).mechanism).noise_multiplier ==
        expand_noise_multipliers(multi_pass));
}

TEST_CASE("ledger: sensitivity is C, but 2C when a record is replaced, unless stated") {
  CHECK(sensitivity_factor(Gaussian{}, Adjacency::replace_one) == 2);
  CHECK(sensitivity_factor(Gaussian{}, Adjacency::add_remove) == 1);
  CHECK(sensitivity_factor(Gaussian{}, Adjacency::zero_out) == 1);
  CHECK(sensitivity_factor(Gaussian{.sensitivity = 0.5}, Adjacency::replace_one) == 0.5);
}

TEST_CASE("ledger: bad JSON gives place, expectation and the nearest name") {
  CHECK(error(R"({"adjacency": "replace-one", "events": []})") ==
        "ledger: unknown adjacency 'replace-one'; did you mean 'replace_one'?");
  CHECK(error(R"({"adjacency": "add_remove", "events": [{"event": "gausian"}]})") ==
        "ledger: events[0]: unknown event 'gausian'; did you mean 'gaussian'?");
  CHECK(
      error(
          R"({"adjacency": "add_remove", "events": [{"event": "gaussian", "noise_multiplier": 0}]})") ==
      "ledger: events[0]: noise_multiplier = 0 must be positive and finite");
  CHECK(error(R"({"adjacency": "add_remove", "events": [{"event": "gaussian"}]})") ==
        "ledger: events[0]: 'noise_multiplier' is missing");
  CHECK(error(R"({"adjacency": "add_remove", "events": [{"event": "zcdp", "rho": 1, "ro": 2}]})") ==
        "ledger: events[0]: unknown field 'ro'; did you mean 'rho'?");
  CHECK(
      error(
          R"({"adjacency": "add_remove", "events": [{"event": "zcdp", "rho": 1, "count": 0}]})") ==
      "ledger: events[0]: count = 0 must be a whole number from 1 to 10^15");
  CHECK(error(R"({"adjacency": "add_remove", "events": 3})") ==
        "ledger: 'events' must be an array");
  CHECK(error("[") != "accepted");
  CHECK(
      error(
          R"({"adjacency": "add_remove", "events": [{"event": "poisson_sampled", "sampling_rate": 1.5,
        "inner": {"event": "gaussian", "noise_multiplier": 1}}]})") ==
      "ledger: events[0]: sampling_rate = 1.5 must be in [0, 1]");
  CHECK(
      error(
          R"({"adjacency": "replace_one", "events": [{"event": "sampled_without_replacement", "batch": 5,
        "population": 4, "inner": {"event": "gaussian", "noise_multiplier": 1}}]})") ==
      "ledger: events[0]: batch = 5 must be at most population = 4");
  CHECK(
      error(
          R"({"adjacency": "replace_one", "events": [{"event": "poisson_sampled", "sampling_rate": 0.5,
        "inner": {"event": "gausian", "noise_multiplier": 1}}]})") ==
      "ledger: events[0].inner: unknown event 'gausian'; did you mean 'gaussian'?");
  std::string nested = R"({"event": "gaussian", "noise_multiplier": 1})";
  for (int k = 0; k < 20; ++k)
    nested.insert(0, R"({"event": "poisson_sampled", "sampling_rate": 0.5, "inner": )").append("}");
  CHECK(error((R"({"adjacency": "add_remove", "events": [)" + nested + "]}").c_str())
            .find("nest deeper") != std::string::npos);
  CHECK(error(R"({"adjacency": "add_remove", "events": [{"event": "noisy_iteration",
        "sensitivity": [1], "sigma": [1, 2], "contraction": [1]}]})") ==
        "ledger: events[0]: sensitivity and sigma must have the same length, have 1 and 2");
}

TEST_CASE(
    "ledger: a field that stands for a missing one is called unknown, not the other missing") {
  const auto of_event = [](const std::string& event) {
    return error((R"({"adjacency": "add_remove", "events": [)" + event + "]}").c_str());
  };
  CHECK(of_event(R"({"event": "gaussian", "noise": 1})") ==
        "ledger: events[0]: unknown field 'noise'; did you mean 'noise_multiplier'?");
  CHECK(of_event(R"({"evnt": "gaussian", "noise_multiplier": 1})") ==
        "ledger: events[0]: unknown field 'evnt'; did you mean 'event'?");
  CHECK(of_event(R"({"event": "gaussian", "colour": 1})") ==
        "ledger: events[0]: 'noise_multiplier' is missing");
  CHECK(of_event(R"({"event": "laplace_uniform_mixture", "rate": [1], "width": [1], "shift_2": 1,
        "shift_1": 1})") == "ledger: events[0]: 'shift_inf' is missing");
  CHECK(error(R"({"adjacence": "add_remove", "events": []})") ==
        "ledger: unknown field 'adjacence'; did you mean 'adjacency'?");
}

TEST_CASE("ledger: faults begin with the ledger's name, and with the place of what is not JSON") {
  const auto of_file = [](const char* text) {
    try {
      (void)ledger_from_json(text, "l.json");
    } catch (const ConfigError& error) {
      return std::string(error.what());
    }
    return std::string("accepted");
  };
  CHECK(of_file(R"({"adjacency": "add_remove", "events": [{"event": "gausian"}]})") ==
        "l.json: events[0]: unknown event 'gausian'; did you mean 'gaussian'?");
  CHECK(of_file("[]") == "l.json: expected an object, found array");
  CHECK(of_file("").starts_with("l.json:1:1: not JSON: "));
  CHECK(of_file("{}\n}").starts_with("l.json:2:1: not JSON: "));
  CHECK(of_file("{\"events\":\n  [1,]}").starts_with("l.json:2:6: not JSON: "));
  CHECK(of_file("[1e999]") == "l.json: not JSON: number overflow parsing '1e999'");
  CHECK(of_file("{}\n}").find("json.exception") == std::string::npos);
}

TEST_CASE("ledger: the JSON Schema in docs/ names every event and adjacency") {
  std::ifstream file(DPSCO_SOURCE_DIR "/docs/ledger.schema.json");
  std::ostringstream text;
  text << file.rdbuf();
  for (const std::string_view event : event_names) {
    CAPTURE(event);
    CHECK(text.str().find("\"const\": \"" + std::string(event) + "\"") != std::string::npos);
  }
  for (const std::string_view field : field_names) {
    CAPTURE(field);
    CHECK(text.str().find("\"" + std::string(field) + "\": {") != std::string::npos);
  }
  for (const char* adjacency : {"replace_one", "add_remove", "zero_out"})
    CHECK(text.str().find(adjacency) != std::string::npos);
}

}  // namespace dpsco
