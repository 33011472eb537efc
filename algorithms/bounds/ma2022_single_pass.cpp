#include "algorithms/bounds/ma2022_single_pass.hpp"

#include "algorithms/bounds/tuning.hpp"
#include "framework/core/special.hpp"

namespace dpsco {

Outcome<Promise> Ma2022SinglePass::value(const BoundQuery& query) const {
  if (const std::string reason = unmet(query.facts); !reason.empty()) return Skip{reason};
  if (query.plan != nullptr && !plans(query, "single-pass-dp-sgd"))
    return Skip{"covers single-pass-dp-sgd only"};
  if (parameter(query, "lambda") == "constant")
    return Skip{"covers lambda = 1/t; ma2022-constant-lambda covers the other"};
  return single_pass_promise(query, harmonic, privacy_factor_harmonic);
}

}  // namespace dpsco
