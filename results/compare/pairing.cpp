#include "results/compare/pairing.hpp"

#include <algorithm>
#include <limits>
#include <set>
#include <tuple>

#include <fmt/format.h>

#include "framework/core/check.hpp"
#include "results/tables/fields.hpp"

namespace dpsco {

namespace {

/// data.n and data.d repeat n and d.
bool is_repeated(const std::string& field) {
  return field == "data.n" || field == "data.d";
}

std::string text_of(const RunField& field, const StoredRun& run) {
  const auto value = field.of(run);
  return value ? to_text(*value) : "-";
}

std::string joined(std::span<const RunField> fields, const StoredRun& run) {
  std::string out;
  for (const RunField& field : fields)
    out += fmt::format("{}{}={}", out.empty() ? "" : " ", field.name, text_of(field, run));
  return out;
}

std::vector<RunField> varying(std::span<const RunField> fields,
                              std::span<const StoredRun* const> runs) {
  std::vector<RunField> kept;
  for (const RunField& field : fields) {
    std::set<std::string> values;
    for (const StoredRun* run : runs) values.insert(text_of(field, *run));
    if (values.size() > 1 && !is_repeated(field.name)) kept.push_back(field);
  }
  return kept;
}

/// Texts in the order of their first run in the plan.
class Order {
 public:
  void note(const std::string& text, std::size_t place) {
    const auto [entry, is_new] = places_.try_emplace(text, place);
    if (!is_new) entry->second = std::min(entry->second, place);
  }
  std::vector<std::string> texts() const {
    std::vector<std::pair<std::size_t, std::string>> order;
    for (const auto& [text, place] : places_) order.emplace_back(place, text);
    std::sort(order.begin(), order.end());
    std::vector<std::string> texts;
    texts.reserve(order.size());
    for (auto& [place, text] : order) texts.push_back(std::move(text));
    return texts;
  }

 private:
  std::map<std::string, std::size_t> places_;
};

std::size_t index_in(const std::vector<std::string>& texts, const std::string& text) {
  return std::size_t(std::find(texts.begin(), texts.end(), text) - texts.begin());
}

void require_same_method(const StoredRun& a,
                         const StoredRun& b,
                         std::span<const RunField> method,
                         const std::string& cell) {
  for (const RunField& field : method)
    require(text_of(field, a) == text_of(field, b),
            "{} {}: two runs of repetition {} differ in {} = {}, {}: choose one with --where "
            "'{}={}', or give the variants labels of their own in the grid",
            a.label,
            cell,
            a.repetition,
            field.name,
            text_of(field, a),
            text_of(field, b),
            field.name,
            text_of(field, a));
}

}  // namespace

PairedRuns paired_runs(std::span<const StoredRun* const> runs, const PlanOrder& plan) {
  const bool accountant_is_of_method = calibrate_is_of_method(runs);
  std::vector<RunField> problem, method;
  for (RunField& field : identity_fields(runs)) {
    const bool of_method =
        is_of_algorithm(field.name) || (field.name == "calibrate" && accountant_is_of_method);
    (of_method ? method : problem).push_back(std::move(field));
  }
  const std::vector<RunField> naming = varying(problem, runs);

  Order methods, cells;
  for (const StoredRun* run : runs) {
    const auto planned = plan.find(run->key);
    const std::size_t place =
        planned == plan.end() ? std::numeric_limits<std::size_t>::max() : planned->second;
    methods.note(run->label, place);
    cells.note(joined(naming, *run), place);
  }
  PairedRuns paired{.methods = methods.texts(), .by_accountant = !accountant_is_of_method};
  const std::vector<std::string> names = cells.texts();
  for (const std::string& name : names)
    paired.cells.push_back(
        {.name = name, .methods = std::vector<RunsByRepetition>(paired.methods.size())});
  for (const StoredRun* run : runs) {
    const std::string name = joined(naming, *run);
    RunsByRepetition& own =
        paired.cells[index_in(names, name)].methods[index_in(paired.methods, run->label)];
    const StoredRun*& kept = own[{run->seed, run->repetition}];
    if (kept != nullptr) {
      require_same_method(*kept, *run, method, name);
      ++paired.superseded;
    }
    if (kept == nullptr || std::tie(run->file, run->line) > std::tie(kept->file, kept->line))
      kept = run;
  }
  return paired;
}

std::string setting_of(const StoredRun& run) {
  const StoredRun* const one = &run;
  return joined(identity_fields(std::span(&one, 1)), run);
}

std::string experiment_of(const StoredRun& run) {
  return fmt::format("{} repetition={} seed={}", setting_of(run), run.repetition, run.seed);
}

}  // namespace dpsco
