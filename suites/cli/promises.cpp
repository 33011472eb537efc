#include "suites/cli/promises.hpp"

#include <fmt/format.h>

#include "results/tables/broken_promises.hpp"

namespace dpsco {

std::string broken_promises_text(std::span<const StoredRun> runs, const Catalog& catalog) {
  std::map<std::string, std::string> metric_of;
  for (const std::string& name : catalog.bounds.names()) {
    const Card& card = catalog.bounds.entry(name).card;
    const bool claims = card.constants == "published" || card.constants == "derived";
    if (claims && !card.risk.empty()) metric_of[name] = card.risk;
  }
  std::string text;
  for (const BrokenPromise& broken : broken_promises(runs, metric_of))
    text += fmt::format(
        "BROKEN PROMISE  {} exceeds the bound {} by {:.4g} on average over {} runs (95 % interval "
        "from {:.4g}): {}, {}\n",
        broken.metric,
        broken.bound,
        broken.excess,
        broken.runs,
        broken.low,
        broken.label,
        broken.cell);
  return text;
}

}  // namespace dpsco
