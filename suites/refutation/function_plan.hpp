// A plan made of a ledger and a function: what the known-broken mechanisms need, and no more. None
// of them enters a catalog outside the tests.
#pragma once

#include <functional>
#include <utility>

#include "framework/contracts.hpp"

namespace dpsco::refutation {

struct FunctionPlan final : Plan {
  using Run = std::function<Solution(const Problem&, RunContext&)>;
  FunctionPlan(Ledger releases, Run body) : Plan(std::move(releases)), run_(std::move(body)) {}
  Solution run(const Problem& problem, RunContext& context) const override {
    return run_(problem, context);
  }

 private:
  Run run_;
};

inline std::shared_ptr<const Plan> plan_of(Ledger ledger, FunctionPlan::Run run) {
  return std::make_shared<FunctionPlan>(std::move(ledger), std::move(run));
}

/// to <- to + scale * gradient of record i at w.
inline void add_gradient(const Problem& problem,
                         Index i,
                         double scale,
                         const std::vector<double>& w,
                         std::vector<double>& to) {
  problem.data.with_rows([&](const auto& rows) {
    const auto row = rows.row(i);
    const double slope = problem.loss->slope(dot(row, w), problem.data.y[std::size_t(i)]);
    add(scale * slope, row, std::span(to));
  });
}

}  // namespace dpsco::refutation
