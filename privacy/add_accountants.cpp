#include "privacy/add_accountants.hpp"

#include "privacy/accountants/gdp.hpp"
#include "privacy/accountants/paper.hpp"
#include "privacy/accountants/pld.hpp"
#include "privacy/accountants/rdp.hpp"
#include "privacy/accountants/zcdp.hpp"

namespace dpsco {

void add_accountants(Catalog& catalog) {
  catalog.accountants.add<GdpAccountant>();
  catalog.accountants.add<ZcdpAccountant>();
  catalog.accountants.add<RdpMironovAccountant>();
  catalog.accountants.add<RdpAccountant>();
  catalog.accountants.add<PaperAccountant>();
  catalog.accountants.add<PldAccountant>();
}

}  // namespace dpsco
