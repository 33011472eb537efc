#include "suites/cli/promises.hpp"

#include <fmt/format.h>

#include "results/tables/broken_promises.hpp"

namespace dpsco {

namespace {

std::string line_of(const BrokenPromise& broken) {
  if (broken.diverged > 0)
    return fmt::format(
        "BROKEN PROMISE  {} of {} runs diverged, where the bound {} promises a finite {}: {}, {} "
        "({})\n",
        broken.diverged,
        broken.diverged + broken.runs,
        broken.bound,
        broken.metric,
        broken.label,
        broken.cell,
        broken.reason);
  return fmt::format(
      "BROKEN PROMISE  {} exceeds the bound {} by {:.4g} on average over {} runs (95 % interval "
      "from {:.4g}): {}, {}\n",
      broken.metric,
      broken.bound,
      broken.excess,
      broken.runs,
      broken.low,
      broken.label,
      broken.cell);
}

}  // namespace

PromiseLines promise_lines(std::span<const StoredRun> runs, const Catalog& catalog) {
  std::map<std::string, std::string> metric_of;
  for (const std::string& name : catalog.bounds.names()) {
    const Card& card = catalog.bounds.entry(name).card;
    const bool claims = card.constants == "published" || card.constants == "derived";
    if (claims && !card.risk.empty()) metric_of[name] = card.risk;
  }
  PromiseLines lines;
  const JudgedPromises judged = judge_promises(runs, metric_of);
  for (const BrokenPromise& broken : judged.broken) lines.broken += line_of(broken);
  for (const UnjudgedPromises& each : judged.unjudged)
    lines.not_judged += fmt::format("not judged: {} {} with a bound, because {}\n",
                                    each.cells,
                                    each.cells == 1 ? "cell" : "cells",
                                    each.reason);
  return lines;
}

}  // namespace dpsco
