// The mean margin on the training records.
#pragma once

#include "framework/contracts.hpp"
#include "framework/registry/card.hpp"

namespace dpsco {

/// (1/n) sum_i y_i <w, x_i>.
struct MeanMargin final : Metric {
  static constexpr Card card{.name = "mean_margin", .doc = "mean of y <w, x> on training records"};
  static std::vector<Param<MeanMargin>> parameters() { return {}; }

  Outcome<double> measure(const Problem& problem,
                          const Truth& /*truth*/,
                          const Solution& solution) const override {
    return problem.data.with_rows([&](const auto& rows) {
      double sum = 0;
      for (Index i = 0; i < rows.n; ++i)
        sum += problem.data.y[std::size_t(i)] * dot(rows.row(i), solution.w);
      return sum / double(rows.n);
    });
  }
};

}  // namespace dpsco
