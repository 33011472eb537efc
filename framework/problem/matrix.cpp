#include "framework/problem/matrix.hpp"

namespace dpsco {

std::size_t Data::bytes() const {
  const std::size_t labels = y.size() * sizeof(double);
  if (const auto* dense = std::get_if<DenseMatrix>(&x))
    return labels + dense->values.size() * sizeof(double);
  const auto& sparse = std::get<SparseMatrix>(x);
  return labels + sparse.start.size() * sizeof(Index) +
         sparse.columns.size() * sizeof(std::int32_t) + sparse.values.size() * sizeof(double);
}

}  // namespace dpsco
