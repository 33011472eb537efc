// Rows whose variance halves from one coordinate to the next.
#pragma once

#include <algorithm>
#include <cmath>

#include "datasets/synthetic/sign_dataset.hpp"

namespace dpsco {

/// lambda_j proportional to 2^-j (j = 1..d), floored at 1e-12 of the first: trace 1 whatever d is.
struct GeometricDesign final : SignDataset {
  static constexpr Card card{.name = "geometric",
                             .doc = "Sign rows whose variance halves with every coordinate"};
  static std::vector<Param<GeometricDesign>> parameters() {
    return sign_parameters<GeometricDesign>(1);
  }

  std::vector<double> eigenvalues() const override {
    std::vector<double> lambda(std::size_t(d), 0.0);
    double sum = 0;
    for (std::size_t j = 0; j < lambda.size(); ++j)
      sum += lambda[j] = std::max(std::exp2(-double(j)), 1e-12);
    for (double& value : lambda) value /= sum;
    return lambda;
  }
};

}  // namespace dpsco
