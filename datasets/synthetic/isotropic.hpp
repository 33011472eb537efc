#pragma once

#include "datasets/synthetic/sign_dataset.hpp"

namespace dpsco {

/// lambda_j = 1/d: every direction alike. The signal per coordinate fades as d grows, so this is
/// the hard case for every method.
struct IsotropicDesign final : SignDataset {
  static constexpr Card card{
      .name = "isotropic",
      .doc = "Sign rows with equal variance in every coordinate; the first five decide the label",
  };
  static std::vector<Param<IsotropicDesign>> parameters() {
    return sign_parameters<IsotropicDesign>(1);
  }
  std::vector<double> eigenvalues() const override;
};

}  // namespace dpsco
