#include "framework/problem/problem.hpp"

#include <cmath>

namespace dpsco {

double Facts::row_norm_1() const {
  return bounds.row_norm_1 > 0 ? bounds.row_norm_1 : std::sqrt(double(d)) * bounds.row_norm;
}

double Facts::row_norm_inf() const {
  return bounds.row_norm_inf > 0 ? bounds.row_norm_inf : bounds.row_norm;
}

double Problem::objective(std::span<const double> w) const {
  double sum = 0;
  data.with_rows([&](const auto& rows) {
    for (Index i = 0; i < rows.n; ++i)
      sum += loss->value(dot(rows.row(i), w), data.y[std::size_t(i)]);
  });
  const double lambda = facts.regularisation;
  return sum / double(data.size()) + (lambda > 0 ? lambda / 2 * dot(DenseRow{w}, w) : 0);
}

}  // namespace dpsco
