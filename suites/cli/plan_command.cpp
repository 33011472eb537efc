#include "suites/cli/plan_command.hpp"

#include <unordered_set>

#include <fmt/format.h>

#include "framework/grid/plan_line.hpp"
#include "framework/runner/assess.hpp"
#include "framework/runner/prepare.hpp"
#include "framework/runner/toolbox.hpp"
#include "suites/cli/services.hpp"

namespace dpsco {

namespace {

std::string choice_text(const Choice& choice) {
  std::string out = choice.name;
  for (const auto& [name, value] : choice.parameters) {
    const std::string text = to_text(value);
    if (!text.empty()) out += fmt::format(" {}={}", name, text);
  }
  return out;
}

std::string assessed_text(const Cell& cell, const Toolbox& tools) {
  const auto dataset = tools.catalog().datasets.make(cell.data.name, cell.data.parameters);
  const auto loss = tools.catalog().losses.make(cell.loss.name, cell.loss.parameters);
  Record record;
  (void)assess(cell, public_facts(dataset->shape(), *loss), tools, record);
  std::string out = fmt::format("{} on {}, {}\n  target ({:g}, {:g}) {}, calibrated by {}\n",
                                cell.label,
                                choice_text(cell.data),
                                choice_text(cell.loss),
                                cell.target.epsilon,
                                cell.target.delta,
                                name(cell.target.adjacency),
                                cell.calibrate);
  out += fmt::format("  n = {}, d = {}", record.n, record.d);
  for (const auto& [name, value] : record.schedule)
    out += fmt::format(", {} = {:.6g}", name, value);
  out += '\n';
  if (record.status != Status::ok)
    return out + fmt::format("  {}: {}\n", name(record.status), record.reason);
  for (const auto& [accountant, price] : record.accounts)
    out += price ? fmt::format("  epsilon by {:<12} {:.6g} ({}; {})\n",
                               accountant,
                               price->epsilon,
                               name(price->direction),
                               price->note)
                 : fmt::format(
                       "  epsilon by {:<12} unsupported: {}\n", accountant, price.skip().reason);
  return out;
}

}  // namespace

std::string plan_text(const PlannedGrid& grid, const Catalog& catalog) {
  const Services services = standard_services();
  const Toolbox tools(catalog, services, grid.cells);
  std::string out = plan_summary(grid.cells);
  std::unordered_set<std::string> seen;  // repetitions share their plan
  for (const Cell& cell : grid.cells) {
    const std::string text = fmt::format("{}|{}|{}|{}|{}|{}",
                                         cell.label,
                                         choice_text(cell.algorithm),
                                         choice_text(cell.data),
                                         choice_text(cell.loss),
                                         cell.target.epsilon,
                                         cell.target.delta);
    if (seen.insert(text).second) out += '\n' + assessed_text(cell, tools);
  }
  return out;
}

}  // namespace dpsco
