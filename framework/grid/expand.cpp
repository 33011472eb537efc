#include "framework/grid/expand.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>

#include <nlohmann/json.hpp>

#include "framework/core/canonical_json.hpp"
#include "framework/grid/combinations.hpp"
#include "framework/grid/keys.hpp"
#include "framework/grid/labels.hpp"
#include "framework/grid/prepared.hpp"
#include "framework/grid/privacy_choice.hpp"

namespace dpsco {

namespace {

const Prepared& at(const Combination& combination, Section section) {
  return *combination[static_cast<std::size_t>(section)];
}

std::vector<std::string> texts(const std::vector<GridName>& names) {
  std::vector<std::string> out;
  out.reserve(names.size());
  for (const GridName& one : names) out.push_back(one.name);
  return out;
}

template <class Base>
void check_names(const std::vector<GridName>& names, const Registry<Base>& registry) {
  for (const GridName& one : names) blaming(one.at, [&] { registry.entry(one.name); });
}

/// Expands block after block into one list.
class Expander {
 public:
  Expander(const Grid& grid,
           const Catalog& catalog,
           std::size_t max_runs,
           std::vector<std::string>* notes)
      : grid_(grid), catalog_(catalog), max_runs_(max_runs), notes_(notes), preparer_(catalog) {}

  std::vector<Cell> run() {
    check_names(grid_.accountants, catalog_.accountants);
    if (std::size_t(grid_.run.repetitions) > max_runs_) refuse_size(grid_.blocks.front());
    for (const GridBlock& block : grid_.blocks) add(block);
    check_labels(grid_, catalog_);
    if (cells_.empty()) refuse(grid_.blocks.front().at, "the grid is empty: all is excluded");
    return std::move(cells_);
  }

 private:
  [[noreturn]] void refuse_size(const GridBlock& block) const {
    refuse(block.at,
           "the grid has more than {} runs; narrow it or raise the limit of runs",
           max_runs_);
  }

  void add(const GridBlock& block) {
    check_names(block.metrics, catalog_.metrics);
    check_names(block.bounds, catalog_.bounds);
    block_ = &block;
    data_ = loss_ = nullptr;
    repeated_ = 0;
    relabelled_.clear();
    set_metrics();
    std::array<std::vector<Prepared>, all_sections.size()> sections;
    for (const Section section : all_sections)
      sections[static_cast<std::size_t>(section)] = preparer_.section(block, section, max_runs_);
    for_each_combination(block, sections, [&](const Combination& one) { add(one); });
    if (repeated_ > 0 && notes_ != nullptr) note_repeats();
  }

  void set_metrics() {
    std::map<std::string, int> versions;  // sorted: their order in the grid is no part of a key
    for (const GridName& metric : block_->metrics)
      versions[metric.name] = catalog_.metrics.entry(metric.name).card.version;
    parts_.metrics = canonical_json(versions);
  }

  void add(const Combination& combination) {
    const Variant& algorithm = at(combination, Section::algorithm).variant;
    const Parameters& privacy = at(combination, Section::privacy).variant.choice.parameters;
    Cell cell{.data = at(combination, Section::data).variant.choice,
              .loss = at(combination, Section::loss).variant.choice,
              .algorithm = algorithm.choice,
              .target = target_of(privacy),
              .calibrate = std::get<std::string>(privacy.find("calibrate")->second),
              .metrics = texts(block_->metrics),
              .seed = grid_.run.seed,
              .label = algorithm.arm->label,
              .accountants = texts(grid_.accountants),
              .bounds = texts(block_->bounds)};
    if (cell.accountants.empty()) cell.accountants = {cell.calibrate};
    set_problem(at(combination, Section::data), at(combination, Section::loss));
    parts_.algorithm = at(combination, Section::algorithm).json;
    parts_.privacy = at(combination, Section::privacy).json;
    for (std::int64_t r = 0; r < grid_.run.repetitions; ++r) {
      cell.repetition = r;
      add(cell);
    }
  }

  // Data and loss are outermost: their keys are made when they change, not for every cell.
  void set_problem(const Prepared& data, const Prepared& loss) {
    if (data_ == &data && loss_ == &loss) return;
    parts_.data = data.json;
    parts_.loss = loss.json;
    problem_keys_.clear();
    for (std::int64_t r = 0; r < grid_.run.repetitions; ++r)
      problem_keys_.push_back(problem_key(parts_, data.varies, r, grid_.run.seed));
    if (data_ != &data) {
      shared_keys_.clear();
      for (std::int64_t r = 0; r < grid_.run.repetitions; ++r)
        shared_keys_.push_back(shared_key(parts_, r));
    }
    data_ = &data;
    loss_ = &loss;
  }

  void add(Cell& cell) {
    cell.key = cell_key(parts_, cell.repetition, cell.seed);
    const auto [before, fresh] = places_.try_emplace(cell.key, cells_.size());
    if (!fresh) {
      ++repeated_;
      Cell& first = cells_[before->second];
      if (first.label != cell.label) relabelled_.emplace(cell.label, first.label);
      for (const std::string& bound : cell.bounds)  // a promise asked for here is checked there
        if (std::find(first.bounds.begin(), first.bounds.end(), bound) == first.bounds.end())
          first.bounds.push_back(bound);
      return;
    }
    if (cells_.size() >= max_runs_) refuse_size(*block_);
    cell.stream_key = stream_key(parts_, cell.repetition, cell.seed);
    cell.problem_key = problem_keys_[std::size_t(cell.repetition)];
    cell.shared_key = shared_keys_[std::size_t(cell.repetition)];
    cells_.push_back(cell);
  }

  void note_repeats() {
    notes_->push_back(fmt::format("{}: {} of the runs of this block came before and are dropped",
                                  to_text(block_->at),
                                  repeated_));
    for (const auto& [label, first] : relabelled_) {
      notes_->push_back(
          fmt::format("{}: some runs labelled '{}' stand under '{}', where they came first",
                      to_text(block_->at),
                      label,
                      first));
    }
  }

  const Grid& grid_;
  const Catalog& catalog_;
  std::size_t max_runs_;
  std::vector<std::string>* notes_;
  Preparer preparer_;

  const GridBlock* block_ = nullptr;
  const Prepared* data_ = nullptr;  // what shared_keys_ and problem_keys_ are of
  const Prepared* loss_ = nullptr;
  KeyParts parts_;
  std::vector<std::string> shared_keys_, problem_keys_;  // [repetitions]

  std::size_t repeated_ = 0;
  std::set<std::pair<std::string, std::string>> relabelled_;  // label, label of the first run
  std::unordered_map<std::string, std::size_t> places_;       // of each key in cells_
  std::vector<Cell> cells_;
};

}  // namespace

std::vector<Cell> expand(const Grid& grid,
                         const Catalog& catalog,
                         std::size_t max_runs,
                         std::vector<std::string>* notes) {
  return Expander(grid, catalog, max_runs, notes).run();
}

}  // namespace dpsco
