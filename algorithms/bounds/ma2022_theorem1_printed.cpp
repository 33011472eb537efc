#include "algorithms/bounds/ma2022_theorem1_printed.hpp"

#include <cmath>

#include "algorithms/bounds/tuning.hpp"

namespace dpsco {

Outcome<Promise> Ma2022Theorem1Printed::value(const BoundQuery& query) const {
  const Facts& facts = query.facts;
  if (const std::string reason = unmet(facts); !reason.empty()) return Skip{reason};

  const double G = facts.G(), R = query.comparator_norm, tr = facts.constants.hessian_trace;
  const double n = double(facts.n), e = query.target.epsilon / 2, root = std::sqrt(n);
  const double a = std::log(n) * G * R * R / root, b = 1.5 * std::log(n) * G / root;
  const double c = -std::log(query.target.delta) * tr / (e * e * n);
  double eta0 = 0;
  if (query.plan == nullptr) {
    eta0 = best_eta0(a, b, c, largest_eta0(facts, n));
  } else {
    if (!plans(query, "single-pass-dp-sgd") || parameter(query, "lambda") == "constant")
      return Skip{"is about single-pass-dp-sgd with lambda = 1/t only"};
    eta0 = planned(query, "eta") * 2 * G * std::sqrt(planned(query, "T"));
  }
  return sum_of({{"distance", a / eta0}, {"gradient", b * eta0}, {"noise", c * eta0 * eta0}});
}

}  // namespace dpsco
