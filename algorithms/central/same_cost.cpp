#include "algorithms/central/same_cost.hpp"

#include <algorithm>
#include <cmath>

namespace dpsco {

namespace {

IterationArrays expanded(const NoisyIteration& iteration) {
  const auto* named = std::get_if<NamedSchedule>(&iteration.schedule);
  return named != nullptr ? expand(*named) : std::get<IterationArrays>(iteration.schedule);
}

bool close(const std::vector<double>& a,
           double unit_a,
           const std::vector<double>& b,
           double unit_b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [&](double x, double y) {
    return std::abs(x / unit_a - y / unit_b) <= 1e-12 * std::abs(x / unit_a);
  });
}

bool same(const Event& a, const Event& b) {
  const auto* first = std::get_if<NoisyIteration>(&a.mechanism);
  const auto* second = std::get_if<NoisyIteration>(&b.mechanism);
  if (first == nullptr || second == nullptr)
    return to_json({.events = {a}}) == to_json({.events = {b}});
  const IterationArrays one = expanded(*first), two = expanded(*second);
  if (one.sigma.empty() || two.sigma.empty()) return one.sigma.empty() && two.sigma.empty();
  const double unit = one.sigma.front(), other = two.sigma.front();
  return a.count == b.count && close(one.sensitivity, unit, two.sensitivity, other) &&
         close(one.sigma, unit, two.sigma, other) && close(one.contraction, 1, two.contraction, 1);
}

}  // namespace

bool same_cost(const Ledger& a, const Ledger& b) {
  return a.adjacency == b.adjacency &&
         std::equal(a.events.begin(), a.events.end(), b.events.begin(), b.events.end(), same);
}

}  // namespace dpsco
