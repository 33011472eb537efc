#include "suites/catalog.hpp"

#include "algorithms/add_algorithms.hpp"
#include "datasets/add_datasets.hpp"
#include "privacy/add_accountants.hpp"

namespace dpsco {

Catalog full_catalog() {
  Catalog catalog;
  add_datasets(catalog);
  add_algorithms(catalog);
  add_accountants(catalog);
  return catalog;
}

}  // namespace dpsco
