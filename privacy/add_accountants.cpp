#include "privacy/add_accountants.hpp"

#include "privacy/accountants/advanced.hpp"
#include "privacy/accountants/analytic_gaussian.hpp"
#include "privacy/accountants/basic.hpp"
#include "privacy/accountants/best.hpp"
#include "privacy/accountants/contour.hpp"
#include "privacy/accountants/first_able.hpp"
#include "privacy/accountants/gdp.hpp"
#include "privacy/accountants/gdp_clt.hpp"
#include "privacy/accountants/heterogeneous.hpp"
#include "privacy/accountants/iteration.hpp"
#include "privacy/accountants/paper.hpp"
#include "privacy/accountants/pld.hpp"
#include "privacy/accountants/rdp.hpp"
#include "privacy/accountants/shuffle.hpp"
#include "privacy/accountants/zcdp.hpp"

namespace dpsco {

void add_accountants(Catalog& catalog) {
  catalog.accountants.add<BasicAccountant>();
  catalog.accountants.add<AdvancedAccountant>();
  catalog.accountants.add<HeterogeneousAccountant>();
  catalog.accountants.add<ZcdpAccountant>();
  catalog.accountants.add<RdpMironovAccountant>();
  catalog.accountants.add<RdpAccountant>();
  catalog.accountants.add<GdpAccountant>();
  catalog.accountants.add<GdpCltAccountant>();
  catalog.accountants.add<AnalyticGaussianAccountant>();
  catalog.accountants.add<IterationAccountant>();
  catalog.accountants.add<PaperAccountant>();
  catalog.accountants.add<ShuffleAccountant>();
  catalog.accountants.add<BestAccountant>();
  catalog.accountants.add<FirstAbleAccountant>();
  catalog.accountants.add<ContourAccountant>();
  catalog.accountants.add<PldAccountant>();
}

const Catalog& accountant_catalog() {
  static const Catalog all = [] {
    Catalog filled;
    add_accountants(filled);
    return filled;
  }();
  return all;
}

}  // namespace dpsco
