#include "framework/ledger/ledger.hpp"

#include <array>

#include <nlohmann/json.hpp>

#include "framework/core/canonical_json.hpp"
#include "framework/ledger/event_names.hpp"

namespace dpsco {

namespace {

using nlohmann::json;

json event_json(const Event& event);

// One overload a mechanism: its fields. event_json() adds tag and count.
json fields(const NonPrivate& /*none*/) {
  return json::object();
}
json noise_fields(double noise_multiplier, double sensitivity) {
  json out{{"noise_multiplier", noise_multiplier}};
  if (sensitivity > 0) out["sensitivity"] = sensitivity;
  return out;
}
json fields(const Gaussian& g) {
  return noise_fields(g.noise_multiplier, g.sensitivity);
}
json fields(const Laplace& l) {
  return noise_fields(l.noise_multiplier, l.sensitivity);
}
json fields(const IterationArrays& arrays) {
  return {{"sensitivity", arrays.sensitivity},
          {"sigma", arrays.sigma},
          {"contraction", arrays.contraction}};
}
json fields(const NamedSchedule& named) {
  json schedule = json::object();
  for (const auto& [key, value] : named.parameters) schedule[key] = value;
  schedule["generator"] = named.generator;
  return {{"schedule", schedule}};
}
json fields(const NoisyIteration& iteration) {
  return std::visit([](const auto& schedule) { return fields(schedule); }, iteration.schedule);
}
json fields(const PoissonSampled& p) {
  return {{"sampling_rate", p.sampling_rate}, {"inner", event_json(p.inner.at(0))}};
}
json fields(const SampledWithoutReplacement& s) {
  return {{"batch", s.batch}, {"population", s.population}, {"inner", event_json(s.inner.at(0))}};
}
json fields(const Shuffled& s) {
  return {{"population", s.population},
          {"local_epsilon", s.local_epsilon},
          {"local_delta", s.local_delta}};
}
json fields(const TreeAggregation& t) {
  return {{"noise_multiplier", t.noise_multiplier}, {"leaves", t.leaves}};
}
json fields(const ExponentialNoiseL2& e) {
  return {{"rate", e.rate}, {"sensitivity", e.sensitivity}};
}
json fields(const LaplaceUniformMixture& m) {
  return {{"rate", m.rate},
          {"width", m.width},
          {"shift_inf", m.shift_inf},
          {"shift_2", m.shift_2},
          {"shift_1", m.shift_1}};
}
json fields(const Pure& p) {
  return {{"epsilon", p.epsilon}};
}
json fields(const Approximate& a) {
  return {{"epsilon", a.epsilon}, {"delta", a.delta}};
}
json fields(const Zcdp& z) {
  return {{"rho", z.rho}};
}
json fields(const Gdp& g) {
  return {{"mu", g.mu}};
}
json fields(const RdpCurve& c) {
  return {{"orders", c.orders}, {"values", c.values}};
}
json fields(const PrivacyProfile& p) {
  return {{"epsilon", p.epsilon}, {"delta", p.delta}};
}
json fields(const Heterogeneous& h) {
  json out{{"inner", event_json(h.inner.at(0))}};
  out.update(h.schedule ? fields(*h.schedule) : json{{"noise_multiplier", h.noise_multiplier}});
  return out;
}
json fields(const Selection& s) {
  json out;
  if (s.inner.size() == 1) {
    out["inner"] = event_json(s.inner[0]);
  } else {
    for (const Event& event : s.inner) out["inner"].push_back(event_json(event));
  }
  if (s.repetitions == Selection::Repetitions::poisson) {
    out["distribution"] = "poisson";
    out["mean"] = s.mean;
  } else {
    out["distribution"] = "truncated_negative_binomial";
    out["eta"] = s.eta;
    out["gamma"] = s.gamma;
  }
  return out;
}

json event_json(const Event& event) {
  json object = std::visit([](const auto& m) { return fields(m); }, event.mechanism);
  object["event"] = name(event.mechanism);
  if (event.count != 1) object["count"] = event.count;
  return object;
}

}  // namespace

std::string_view name(const Mechanism& mechanism) {
  return event_names[mechanism.index()];
}

double sensitivity_factor(double stated, Adjacency adjacency) {
  if (stated > 0) return stated;
  return adjacency == Adjacency::replace_one ? 2 : 1;
}

std::string to_json(const Ledger& ledger) {
  json events = json::array();
  for (const Event& event : ledger.events) events.push_back(event_json(event));
  return canonical_json({{"adjacency", name(ledger.adjacency)}, {"events", std::move(events)}});
}

}  // namespace dpsco
