#pragma once

#include "datasets/synthetic/sign_dataset.hpp"

namespace dpsco {

/// Half of the variance in five directions, the other half spread evenly: lambda_j = .1 for j <= 5,
/// .5/(d-5) beyond. The label depends on the five alone, so a method whose error does not grow with
/// the dimension shows it here.
struct SpikedDesign final : SignDataset {
  static constexpr Card card{
      .name = "spiked",
      .doc = "Sign rows with five strong directions that decide the label, and a flat tail",
  };
  static std::vector<Param<SpikedDesign>> parameters() { return sign_parameters<SpikedDesign>(6); }
  std::vector<double> eigenvalues() const override;
};

}  // namespace dpsco
