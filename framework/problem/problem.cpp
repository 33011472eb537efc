#include "framework/problem/problem.hpp"

namespace dpsco {

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
