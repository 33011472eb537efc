#pragma once

#include <memory>
#include <string>

#include "framework/grid/cell.hpp"
#include "framework/runner/toolbox.hpp"

namespace dpsco {

/// What all cells of one problem share, read-only.
struct PreparedProblem {
  Problem problem{};
  Truth truth{};
  std::string data_hash{};   ///< Dataset::content_hash
  std::string no_optimum{};  ///< why truth.optimum is empty although a metric asked for it

  /// Bytes held: training and test data and the population's sample.
  std::size_t bytes() const;
};

/// A prepared problem, or the reason why every cell on it fails ("oom" for bad_alloc).
struct Preparation {
  std::shared_ptr<const PreparedProblem> prepared{};
  std::string failure{};
};

/// `shape` with the loss's constants and regularisation: functions of the declared bounds alone.
/// Throws ConfigError unless row norm and radius are positive and finite.
Facts public_facts(const Facts& shape, const Loss& loss);

/// Loads the data of `cell`, makes its loss, facts and population minimiser and, if asked for, the
/// reference optimum. Never throws: what plug-ins throw becomes the failure.
Preparation prepare_problem(const Cell& cell, const Toolbox& tools, bool need_optimum) noexcept;
/// The same for callers without a toolbox.
Preparation prepare_problem(const Cell& cell,
                            const Catalog& catalog,
                            const Services& services,
                            bool need_optimum) noexcept;

/// The reason of the exception in flight: its what(), "oom" for bad_alloc. Call inside catch (...).
std::string reason_of_exception() noexcept;

}  // namespace dpsco
