#include "algorithms/bounds/ma2022_constant_lambda.hpp"

#include "algorithms/bounds/tuning.hpp"

namespace dpsco {

Outcome<Promise> Ma2022ConstantLambda::value(const BoundQuery& query) const {
  if (const std::string reason = unmet(query.facts); !reason.empty()) return Skip{reason};
  if (query.plan != nullptr &&
      (!plans(query, "single-pass-dp-sgd") || parameter(query, "lambda") != "constant"))
    return Skip{"covers single-pass-dp-sgd with lambda = constant only"};
  const auto log_factor = [](std::int64_t T) { return 2 - 1 / double(T); };
  return single_pass_promise(query, log_factor, privacy_factor_constant);
}

}  // namespace dpsco
