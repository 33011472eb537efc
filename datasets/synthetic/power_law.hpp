#pragma once

#include "datasets/synthetic/sign_dataset.hpp"

namespace dpsco {

/// lambda_j = j^-1 / H_d with the harmonic number H_d: a slowly falling spectrum, the usual model
/// of bounded trace in high dimension.
struct PowerLawDesign final : SignDataset {
  static constexpr Card card{
      .name = "power-law",
      .doc = "Sign rows whose variance falls as 1/j; the first five coordinates decide the label",
  };
  static std::vector<Param<PowerLawDesign>> parameters() {
    return sign_parameters<PowerLawDesign>(1);
  }
  std::vector<double> eigenvalues() const override;
};

}  // namespace dpsco
