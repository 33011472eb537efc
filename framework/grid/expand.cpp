#include "framework/grid/expand.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>

#include <nlohmann/json.hpp>

#include "framework/core/canonical_json.hpp"
#include "framework/grid/keys.hpp"
#include "framework/grid/labels.hpp"
#include "framework/grid/privacy_choice.hpp"
#include "framework/grid/variants.hpp"

namespace dpsco {

namespace {

constexpr std::size_t sections = all_sections.size();
constexpr std::size_t index(Section section) {
  return static_cast<std::size_t>(section);
}

/// A variant with its share of the keys.
struct Prepared {
  Variant variant{};
  std::string json{};
  bool varies = true;  ///< of data: Dataset::varies_with_repetition()
};

std::vector<std::string> texts(const std::vector<GridName>& names) {
  std::vector<std::string> out;
  for (const GridName& one : names) out.push_back(one.name);
  return out;
}

template <class Base>
void check_names(const std::vector<GridName>& names, const Registry<Base>& registry) {
  for (const GridName& one : names) blaming(one.at, [&] { registry.entry(one.name); });
}

/// What a data set says of itself, asked once for each choice of parameters.
class DataFacts {
 public:
  struct Facts {
    std::string json{};
    bool varies = true;
  };
  explicit DataFacts(const Catalog& catalog) : catalog_(catalog) {}

  const Facts& of(const Variant& variant) {
    const int version = catalog_.datasets.entry(variant.choice.name).card.version;
    const auto [found, fresh] = known_.try_emplace(plugin_json(variant.choice, version));
    if (fresh) {
      blaming(variant.arm->at, [&] {
        const auto data = catalog_.datasets.make(variant.choice.name, variant.choice.parameters);
        found->second = {data_json(variant.choice, version, data->content_hash()),
                         data->varies_with_repetition()};
      });
    }
    return found->second;
  }

 private:
  const Catalog& catalog_;
  std::map<std::string, Facts> known_;
};

/// Expands block after block into one list.
class Expander {
 public:
  Expander(const Grid& grid,
           const Catalog& catalog,
           std::size_t max_runs,
           std::vector<std::string>* notes)
      : grid_(grid), catalog_(catalog), max_runs_(max_runs), notes_(notes), data_facts_(catalog) {}

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
    repeated_ = 0;
    relabelled_.clear();
    for (const Section section : all_sections) prepare(section);
    set_metrics();
    set_candidates();
    descend(0);
    if (repeated_ > 0 && notes_ != nullptr) note_repeats();
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

  void prepare(Section section) {
    auto& out = prepared_[index(section)];
    out.clear();
    for (Variant& variant : variants_of(*block_, section, catalog_, max_runs_)) {
      Prepared one;
      one.variant = std::move(variant);
      set_json(one, section);
      out.push_back(std::move(one));
    }
  }

  void set_json(Prepared& one, Section section) {
    const Choice& choice = one.variant.choice;
    const auto blame = [&](auto make) { one.json = blaming(one.variant.arm->at, make); };
    switch (section) {
      case Section::data: {
        const auto& facts = data_facts_.of(one.variant);
        one.json = facts.json;
        one.varies = facts.varies;
        break;
      }
      case Section::loss:
        blame([&] { return plugin_json(choice, catalog_.losses.entry(choice.name).card.version); });
        break;
      case Section::algorithm:
        blame([&] {
          return plugin_json(choice, catalog_.algorithms.entry(choice.name).card.version);
        });
        break;
      case Section::privacy: {
        const auto& calibrate = std::get<std::string>(choice.parameters.find("calibrate")->second);
        one.json = privacy_json(target_of(choice.parameters),
                                calibrate,
                                catalog_.accountants.entry(calibrate).card.version);
        break;
      }
    }
  }

  void set_metrics() {
    std::map<std::string, int> versions;  // sorted: their order in the grid is no part of a key
    for (const GridName& metric : block_->metrics)
      versions[metric.name] = catalog_.metrics.entry(metric.name).card.version;
    parts_.metrics = canonical_json(versions);
  }

  // candidates_[s][z][p + 1]: variants of section s at position p of zip z, in order; p = -1 are
  // those that take no part. With them a zip costs what it yields, not the product it avoids.
  void set_candidates() {
    for (std::size_t s = 0; s < sections; ++s) {
      candidates_[s].assign(block_->zips.size(), {});
      for (std::size_t i = 0; i < prepared_[s].size(); ++i) {
        const auto& zipped = prepared_[s][i].variant.zipped;
        for (std::size_t z = 0; z < zipped.size(); ++z) {
          auto& lists = candidates_[s][z];
          const auto place = std::size_t(zipped[z] + 1);
          if (lists.size() <= place) lists.resize(place + 1);
          lists[place].push_back(i);
        }
      }
    }
    pinned_.assign(block_->zips.size(), -1);
  }

  bool fits(const Variant& variant) const {
    for (std::size_t z = 0; z < pinned_.size(); ++z) {
      if (pinned_[z] >= 0 && variant.zipped[z] >= 0 && pinned_[z] != variant.zipped[z])
        return false;
    }
    return true;
  }

  void descend(std::size_t s) {
    if (s == sections) {
      emit();
      return;
    }
    for (std::size_t z = 0; z < pinned_.size(); ++z) {
      const auto& lists = candidates_[s][z];
      const auto place = std::size_t(pinned_[z] + 1);
      if (place == 0 || lists.size() < 2) continue;
      std::vector<std::size_t> order;
      const std::vector<std::size_t> none;
      const auto& paired = place < lists.size() ? lists[place] : none;
      std::merge(lists[0].begin(),
                 lists[0].end(),
                 paired.begin(),
                 paired.end(),
                 std::back_inserter(order));
      for (const std::size_t i : order) choose(s, i);
      return;
    }
    for (std::size_t i = 0; i < prepared_[s].size(); ++i) choose(s, i);
  }

  void choose(std::size_t s, std::size_t i) {
    const Prepared& one = prepared_[s][i];
    if (!fits(one.variant)) return;
    const std::vector<std::int64_t> before = pinned_;
    for (std::size_t z = 0; z < pinned_.size(); ++z)
      if (one.variant.zipped[z] >= 0) pinned_[z] = one.variant.zipped[z];
    chosen_[s] = &one;
    if (s == index(Section::data)) set_shared_keys();
    if (s == index(Section::loss)) set_problem_keys();
    descend(s + 1);
    pinned_ = before;
  }

  const Prepared& chosen(Section section) const { return *chosen_[index(section)]; }

  void set_shared_keys() {
    parts_.data = chosen(Section::data).json;
    shared_keys_.clear();
    for (std::int64_t r = 0; r < grid_.run.repetitions; ++r)
      shared_keys_.push_back(shared_key(parts_, r));
  }

  void set_problem_keys() {
    parts_.loss = chosen(Section::loss).json;
    problem_keys_.clear();
    for (std::int64_t r = 0; r < grid_.run.repetitions; ++r) {
      problem_keys_.push_back(problem_key(parts_, chosen(Section::data).varies, r, grid_.run.seed));
    }
  }

  bool excluded() const {
    for (std::size_t e = 0; e < block_->exclusions.size(); ++e) {
      if (std::all_of(chosen_.begin(), chosen_.end(), [&](const Prepared* one) {
            return one->variant.excluded[e] != 0;
          }))
        return true;
    }
    return false;
  }

  void emit() {
    if (excluded()) return;
    const Variant& algorithm = chosen(Section::algorithm).variant;
    const Parameters& privacy = chosen(Section::privacy).variant.choice.parameters;
    Cell cell{.data = chosen(Section::data).variant.choice,
              .loss = chosen(Section::loss).variant.choice,
              .algorithm = algorithm.choice,
              .target = target_of(privacy),
              .calibrate = std::get<std::string>(privacy.find("calibrate")->second),
              .metrics = texts(block_->metrics),
              .seed = grid_.run.seed,
              .label = algorithm.arm->label,
              .accountants = texts(grid_.accountants),
              .bounds = texts(block_->bounds)};
    if (cell.accountants.empty()) cell.accountants = {cell.calibrate};
    parts_.algorithm = chosen(Section::algorithm).json;
    parts_.privacy = chosen(Section::privacy).json;
    for (std::int64_t r = 0; r < grid_.run.repetitions; ++r) {
      cell.repetition = r;
      cell.key = cell_key(parts_, r, grid_.run.seed);
      const auto [before, fresh] = places_.try_emplace(cell.key, cells_.size());
      if (!fresh) {
        ++repeated_;
        const std::string& first = cells_[before->second].label;
        if (first != cell.label) relabelled_.emplace(cell.label, first);
        continue;
      }
      if (cells_.size() >= max_runs_) refuse_size(*block_);
      cell.problem_key = problem_keys_[std::size_t(r)];
      cell.shared_key = shared_keys_[std::size_t(r)];
      cells_.push_back(cell);
    }
  }

  const Grid& grid_;
  const Catalog& catalog_;
  std::size_t max_runs_;
  std::vector<std::string>* notes_;
  DataFacts data_facts_;

  const GridBlock* block_ = nullptr;
  std::array<std::vector<Prepared>, sections> prepared_;
  std::array<std::vector<std::vector<std::vector<std::size_t>>>, sections> candidates_;
  std::vector<std::int64_t> pinned_;  // position of each zip, -1 while free
  std::array<const Prepared*, sections> chosen_{};
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
