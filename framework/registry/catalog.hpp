#pragma once

#include "framework/contracts.hpp"
#include "framework/registry/registry.hpp"

namespace dpsco {

/// All plug-ins. Each folder fills its part: add_algorithms(catalog), add_accountants(catalog), ...
struct Catalog {
  Registry<Dataset> datasets{"data set"};
  Registry<Loss> losses{"loss"};
  Registry<Algorithm> algorithms{"algorithm"};
  Registry<Accountant> accountants{"accountant"};
  Registry<Bound> bounds{"bound"};
  Registry<Metric> metrics{"metric"};
};

}  // namespace dpsco
