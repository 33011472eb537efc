// What the three synthetic designs share; a design is a spectrum.
#pragma once

#include <algorithm>
#include <vector>

#include "framework/contracts.hpp"
#include "framework/registry/card.hpp"

namespace dpsco {

/// n rows x_j = sqrt(lambda_j) * (+-1) with sum_j lambda_j = 1, so ||x|| = 1 exactly, and labels
/// from a logistic model: P(y = +1 | x) = sigmoid(<w*, x>), where w* has norm R, spread evenly over
/// the first min(d, 5) coordinates. Row i is a function of the stream `data` and i alone: a larger
/// n adds rows. The population's fresh rows come from the stream `evaluation`.
struct SignDataset : Dataset {
  /// lambda [d], positive, with sum 1.
  virtual std::vector<double> eigenvalues() const = 0;

  LoadedData load(const Streams& streams) const final;
  Facts shape() const final;
  /// Norms of every row, and R.
  DataBounds bounds() const;
  std::size_t bytes() const final;

  std::int64_t n = 2000;
  std::int64_t d = 100;
  std::int64_t evaluation_rows = 10000;
  double radius = 10;
};

/// More than the relative error of summing the d positive entries of a row, each rounded twice.
constexpr double rounding_of_sum(std::int64_t d) {
  return std::max(1e-12, 2.3e-16 * double(d + 8));
}

/// The parameters of all designs; `least_d` is the smallest dimension of this one.
template <class T>
std::vector<Param<T>> sign_parameters(double least_d) {
  return {whole<T>("n", &T::n, {1, 1e9}, "records", "training rows"),
          whole<T>("d", &T::d, {least_d, 1e7}, "coordinates", "dimension"),
          real<T>("radius", &T::radius, {1e-6, 1e6}, "||w||", "R and ||w*|| (oracle)"),
          whole<T>("evaluation_rows",
                   &T::evaluation_rows,
                   {1, 1e7},
                   "records",
                   "fresh rows behind the population risk, shared by all methods of a repetition")};
}

}  // namespace dpsco
