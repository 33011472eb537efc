// Mechanisms with finitely many losses: randomised response, composed and shuffled.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "privacy/oracle/number.hpp"

namespace dpsco::oracle {

/// Values of the loss log P/Q with their masses under P; Q's are mass * e^-loss.
struct Losses {
  std::vector<std::pair<Number, Number>> items{};  ///< (loss, mass)
};

/// `count` uses of randomised response at epsilon, which dominates every epsilon-DP mechanism.
inline Losses randomised_response(const Number& epsilon, int count) {
  Losses result;
  const Number step = exp(-epsilon);
  Number mass = pow(1 / (1 + step), count);
  for (int lies = 0; lies <= count; ++lies) {
    result.items.emplace_back(epsilon * (count - 2 * lies), mass);
    mass *= step * (count - lies) / (lies + 1);
  }
  return result;
}

inline Losses composed(const Losses& a, const Losses& b) {
  Losses result;
  for (const auto& [loss, mass] : a.items)
    for (const auto& [other, weight] : b.items)
      result.items.emplace_back(loss + other, mass * weight);
  return result;
}

/// Between two neighbouring losses delta(epsilon) = P(L > epsilon) - e^epsilon Q(L > epsilon) with
/// both masses constant: solved there in closed form.
inline Number epsilon(Losses losses, const Number& delta) {
  auto& items = losses.items;
  std::sort(
      items.begin(), items.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  Number p = 0, q = 0;
  for (std::size_t i = 0; i < items.size(); ++i) {
    p += items[i].second;
    q += items[i].second * exp(-items[i].first);
    const Number next = i + 1 < items.size() ? items[i + 1].first : Number(0);
    const Number floor = next > 0 ? next : Number(0);
    if (p - exp(floor) * q > delta) return log((p - delta) / q);
    if (next <= 0) return 0;
  }
  return 0;
}

/// `count` uses of the worst (epsilon, delta)-DP mechanism: everything is revealed with probability
/// 1 - (1 - step_delta)^count.
inline Number approximate_epsilon(const Losses& losses,
                                  const Number& step_delta,
                                  int count,
                                  const Number& delta) {
  return epsilon(losses, 1 - (1 - delta) / pow(1 - step_delta, count));
}

/// delta(epsilon) of n shuffled binary responses, all others holding 0: the number of ones is
/// Bin(n - 1, 1/(1 + e^local)) plus one bit of bias p or 1 - p. The larger of both directions.
inline Number shuffled_delta(int n, const Number& local, const Number& epsilon) {
  const Number lie = 1 / (1 + exp(local));
  std::vector<Number> others{pow(1 - lie, n - 1)};
  for (int k = 0; k + 1 < n; ++k)
    others.push_back(others.back() * (n - 1 - k) / (k + 1) * lie / (1 - lie));
  Number one = 0, other = 0;
  for (int k = 0; k <= n; ++k) {
    const Number same = k < n ? others[std::size_t(k)] : Number(0),
                 below = k > 0 ? others[std::size_t(k - 1)] : Number(0);
    const Number p = same * lie + below * (1 - lie), q = same * (1 - lie) + below * lie;
    one += std::max(Number(0), Number(p - exp(epsilon) * q));
    other += std::max(Number(0), Number(q - exp(epsilon) * p));
  }
  return std::max(one, other);
}

}  // namespace dpsco::oracle
