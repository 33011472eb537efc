#include "privacy/add_accountants.hpp"

namespace dpsco {

void add_accountants(Catalog& /*catalog*/) {}

}  // namespace dpsco
