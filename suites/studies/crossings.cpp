#include "suites/studies/crossings.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "framework/runner/prepare.hpp"
#include "results/compare/text_table.hpp"
#include "suites/studies/arms.hpp"
#include "suites/studies/promised_crossings.hpp"

namespace dpsco {

namespace {

constexpr std::string_view metric = "excess_population_risk";

/// Runs that differ in dimension, algorithm and repetition only.
using Block = std::vector<const StoredRun*>;

/// By the fields that decide the problem but for its dimension; numbers ascend.
std::map<std::vector<FieldValue>, Block> blocks_of(std::span<const StoredRun* const> runs,
                                                   std::span<const RunField> fields) {
  std::map<std::vector<FieldValue>, Block> blocks;
  for (const StoredRun* run : runs) {
    std::vector<FieldValue> key;
    for (const RunField& field : fields) key.push_back(field.of(*run).value_or(FieldValue("-")));
    blocks[key].push_back(run);
  }
  return blocks;
}

std::vector<RunField> problem_fields(std::span<const StoredRun* const> runs) {
  std::vector<RunField> fields = identity_fields(runs);
  std::erase_if(fields, [](const RunField& field) {
    const std::string& name = field.name;
    return name == "label" || name.starts_with("algorithm.") || name == "d" || name == "data.d" ||
           name == "data.n";
  });
  return fields;
}

/// What `values` holds under a name, of a run that is ok.
ValueOf number_of(Numbers StoredRun::*values, std::string name) {
  return [values, name = std::move(name)](const StoredRun& run) -> std::optional<double> {
    const auto found = (run.*values).find(name);
    if (run.status != Status::ok || found == (run.*values).end()) return {};
    return found->second;
  };
}

/// Bounds on the measured risk that cover an arm's plans.
std::vector<std::string> bounds_of(const MeasuredArm& arm, const Catalog& catalog) {
  std::set<std::string> names;
  for (const auto& [d, runs] : arm.at)
    for (const auto& [repetition, run] : runs)
      for (const auto& [name, value] : run->bounds)
        if (catalog.bounds.contains(name) && catalog.bounds.entry(name).card.risk == metric)
          names.insert(name);
  return {names.begin(), names.end()};
}

Parameters own_parameters(const StoredRun& run, std::string_view owner) {
  Parameters own;
  for (const auto& [name, value] : run.parameters)
    if (name.starts_with(owner)) own[name.substr(owner.size())] = value;
  return own;
}

/// None if the data set or the loss is not in the catalog.
std::optional<SetUp> set_up_of(const StoredRun& run, const Catalog& catalog) {
  if (!catalog.datasets.contains(run.data) || !catalog.losses.contains(run.loss)) return {};
  Facts shape = catalog.datasets.make(run.data, own_parameters(run, "data."))->shape();
  if (run.n > 0) shape.n = Index(run.n);
  const auto loss = catalog.losses.make(run.loss, own_parameters(run, "loss."));
  return SetUp{public_facts(shape, *loss), run.target};
}

std::string tuned_text(const Catalog& catalog,
                       const std::optional<SetUp>& set_up,
                       const std::string& flat,
                       const std::string& growing) {
  if (!set_up) return "-";
  const TunedBounds tuned = tuned_bounds(catalog, set_up->facts, set_up->target);
  const auto has = [](const std::vector<std::string>& names, const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  if (!has(tuned.flat, flat) || !has(tuned.growing, growing)) return "-";
  return promised_text(promised_crossing(catalog, flat, growing, set_up->facts, set_up->target));
}

/// A row for each pair of bounds that promises something about this pair of arms, at least one.
/// Returns the values without a partner.
std::size_t add_rows(TextTable& table,
                     const MeasuredArm& flat,
                     const MeasuredArm& growing,
                     const std::optional<SetUp>& set_up,
                     const Catalog& catalog) {
  const ValueOf risk = number_of(&StoredRun::metrics, std::string(metric));
  const auto [curves, unpaired] = paired(flat, risk, growing, risk);
  const MeasuredCrossing measured = measured_crossing(curves);
  std::vector<std::string> head{flat.name,
                                growing.name,
                                fmt::format("{}", measured.repetitions),
                                crossing_with_interval_text(measured)};
  const std::size_t before = table.body.size();
  for (const std::string& low : bounds_of(flat, catalog))
    for (const std::string& high : bounds_of(growing, catalog)) {
      const PairedCurves promised = paired(flat,
                                           number_of(&StoredRun::bounds, low),
                                           growing,
                                           number_of(&StoredRun::bounds, high))
                                        .curves;
      std::vector<std::string> row = head;
      row.push_back(crossing_text(measured_crossing(promised)));
      row.push_back(tuned_text(catalog, set_up, low, high));
      row.push_back(fmt::format("{} | {}", low, high));
      table.body.push_back(std::move(row));
      for (std::string& word : head) word.clear();
    }
  if (table.body.size() == before) {
    head.insert(head.end(), {"-", "-", "-"});
    table.body.push_back(head);
  }
  return unpaired;
}

std::string block_text(const Block& block,
                       const Catalog& catalog,
                       std::span<const std::string> flat,
                       std::span<const std::string> growing) {
  TextTable table{.header = {"without d",
                             "with d",
                             "repetitions",
                             "measured d* [95 %]",
                             "plans' bounds d*",
                             "tuned bounds d*",
                             "bounds"}};
  const std::optional<SetUp> set_up = set_up_of(*block.front(), catalog);
  std::size_t unpaired = 0;
  const std::vector<MeasuredArm> highs = arms_of(block, growing);
  for (const MeasuredArm& low : arms_of(block, flat))
    for (const MeasuredArm& high : highs) unpaired += add_rows(table, low, high, set_up, catalog);
  std::string text = table.body.empty() ? "no pair of these methods was run\n" : as_text(table);
  if (unpaired > 0)
    text +=
        fmt::format("left out: {} pairs of a repetition of which one run has no risk\n", unpaired);
  return text;
}

/// "data = spiked, n = 2000, R = 10, epsilon = 1": what every block says, and what differs.
std::string block_title(const StoredRun& run,
                        std::span<const RunField> fields,
                        std::span<const RunField> differing) {
  constexpr std::array<std::string_view, 5> always{"data", "n", "data.radius", "epsilon", "delta"};
  std::string title;
  for (const RunField& field : fields) {
    const bool wanted = std::find(always.begin(), always.end(), field.name) != always.end() ||
                        std::any_of(differing.begin(), differing.end(), [&](const RunField& each) {
                          return each.name == field.name;
                        });
    if (!wanted || !field.of(run)) continue;
    title += fmt::format("{}{} = {}",
                         title.empty() ? "" : ", ",
                         field.name == "data.radius" ? "R" : field.name,
                         text_of(field, run));
  }
  return title;
}

}  // namespace

std::string crossings_text(std::span<const StoredRun> runs,
                           const Catalog& catalog,
                           std::span<const std::string> flat,
                           std::span<const std::string> growing) {
  const auto is_one_of = [](std::span<const std::string> labels, const std::string& label) {
    return std::find(labels.begin(), labels.end(), label) != labels.end();
  };
  std::vector<const StoredRun*> wanted;
  for (const StoredRun& run : runs)
    if (is_one_of(flat, run.label) || is_one_of(growing, run.label)) wanted.push_back(&run);
  const std::vector<RunField> fields = problem_fields(wanted);
  const std::vector<RunField> differing = varying(fields, wanted);
  const auto blocks = blocks_of(wanted, fields);

  std::vector<SetUp> measured;
  for (const auto& [key, block] : blocks)
    if (const auto set_up = set_up_of(*block.front(), catalog)) measured.push_back(*set_up);
  std::string text = promised_crossings_text(catalog, with_reference_set_ups(measured));
  text += fmt::format(
      "\nMeasured crossings beside the promised ones of the same set-up: the dimension d* beyond "
      "which the method with d has\nthe larger mean {}\n",
      metric);
  for (const auto& [key, block] : blocks)
    text += fmt::format("\n{}\n\n{}",
                        block_title(*block.front(), fields, differing),
                        block_text(block, catalog, flat, growing));
  text +=
      "\nmeasured d*      on the straight line in log d and log risk between two dimensions of the "
      "grid; in brackets the 95 %\n"
      "                 percentile bootstrap interval over repetitions (in each, both methods have "
      "the same data), too short if\n"
      "                 there are few; <= and >: it ends outside the grid\n"
      "plans' bounds    the same for the two bounds instead of the risks, each with the step and "
      "noise that the method had\n"
      "tuned bounds     as in the tables above: each bound at its own best step\n"
      "at or before D   the method with d is the worse one at every dimension of the grid, D the "
      "smallest\n"
      "none up to D     the method with d is the better one at the largest dimension D\n";
  return text;
}

}  // namespace dpsco
