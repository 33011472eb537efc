#pragma once

#include <utility>

#include "framework/problem/losses/logistic.hpp"
#include "framework/problem/losses/smoothed_hinge.hpp"
#include "framework/problem/losses/squared.hpp"
#include "framework/registry/catalog.hpp"

namespace dpsco {

/// Registers every loss, one line each.
void add_losses(Catalog& catalog);

/// Calls f(loss) with the loss's own final type, so that slopes in a hot loop are inlined; a loss
/// from elsewhere arrives as the interface and pays a virtual call a record.
template <class F>
decltype(auto) with_loss(const Loss& loss, F&& f) {
  if (const auto* logistic = dynamic_cast<const Logistic*>(&loss))
    return std::forward<F>(f)(*logistic);
  if (const auto* hinge = dynamic_cast<const SmoothedHinge*>(&loss))
    return std::forward<F>(f)(*hinge);
  if (const auto* squared = dynamic_cast<const Squared*>(&loss))
    return std::forward<F>(f)(*squared);
  return std::forward<F>(f)(loss);
}

}  // namespace dpsco
