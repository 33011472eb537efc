// One cell, from its data to its record, as the runner does it.
#pragma once

#include <stdexcept>

#include "framework/runner/evaluate.hpp"
#include "suites/cli/services.hpp"

namespace dpsco {

/// Throws std::runtime_error if the problem can't be prepared. `with_optimum`: also the reference
/// optimum.
inline Record run_cell(const Cell& cell, const Catalog& catalog, bool with_optimum = true) {
  const StopControl stop;
  const auto prepared = prepare_problem(cell, catalog, standard_services(), with_optimum);
  if (prepared.prepared == nullptr) throw std::runtime_error(prepared.failure);
  return evaluate(cell, *prepared.prepared, catalog, standard_services(), stop);
}

}  // namespace dpsco
