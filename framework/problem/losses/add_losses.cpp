#include "framework/problem/losses/losses.hpp"

namespace dpsco {

void add_losses(Catalog& catalog) {
  catalog.losses.add<Logistic>();
  catalog.losses.add<SmoothedHinge>();
  catalog.losses.add<Squared>();
}

}  // namespace dpsco
