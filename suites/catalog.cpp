#include "suites/catalog.hpp"

#include "algorithms/add_algorithms.hpp"
#include "datasets/add_datasets.hpp"
#include "framework/metrics/metrics.hpp"
#include "framework/problem/losses/losses.hpp"
#include "privacy/add_accountants.hpp"

namespace dpsco {

Catalog full_catalog() {
  Catalog catalog;
  add_datasets(catalog);
  add_losses(catalog);
  add_metrics(catalog);
  add_algorithms(catalog);
  add_accountants(catalog);
  return catalog;
}

}  // namespace dpsco
