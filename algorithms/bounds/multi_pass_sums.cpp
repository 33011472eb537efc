#include "algorithms/bounds/multi_pass_sums.hpp"

#include <cmath>

#include "algorithms/bounds/tuning.hpp"

namespace dpsco {

MultiPass::MultiPass(const BoundQuery& query)
    : T(planned(query, "T")), beta0(planned(query, "beta0")) {
  const double n = double(query.facts.n), delta = query.target.delta;
  const auto shape = [&](double t) {
    return 1 / std::sqrt(8 * t * std::log(2.5 * t * t / (n * delta)));
  };
  const double scale = planned(query, "eta1") / shape(1);
  for (std::int64_t t = 1; t <= std::int64_t(T); ++t) {
    const double eta = scale * shape(double(t));
    steps += eta;
    squares += eta * eta;
    weighted += eta * double(t - 1);
  }
  last_step = scale * shape(T);
}

}  // namespace dpsco
