#include <algorithm>
#include <set>

#include "framework/core/nearest.hpp"
#include "framework/grid/axes.hpp"
#include "framework/grid/grid.hpp"
#include "framework/grid/memory_size.hpp"
#include "framework/grid/overrides.hpp"
#include "framework/grid/parameter_path.hpp"
#include "framework/grid/toml_reader.hpp"

namespace dpsco {

namespace {

using Names = std::vector<std::string>;

const std::string& string_of(const Node& node, std::string_view what) {
  if (const std::string* text = node.string()) return *text;
  refuse(node.at, "{} must be text, not {}", what, kind(node));
}

std::int64_t whole_of(const Node& node, std::int64_t least, std::string_view what) {
  const auto* whole = std::get_if<std::int64_t>(&node.value);
  if (whole == nullptr || *whole < least)
    refuse(node.at, "{} must be a whole number >= {}", what, least);
  return *whole;
}

double seconds_of(const Node& node) {
  double seconds = 0;
  if (const auto* whole = std::get_if<std::int64_t>(&node.value)) seconds = double(*whole);
  if (const auto* real = std::get_if<double>(&node.value)) seconds = *real;
  if (!(seconds > 0)) refuse(node.at, "'timeout' must be a number of seconds > 0");
  return seconds;
}

std::int64_t bytes_of(const Node& node) {
  if (const std::string* text = node.string())
    return blaming(node.at, [&] { return memory_size(*text); });
  return whole_of(node, 1, "'memory' (bytes, or text like \"2GiB\")");
}

RunSettings run_of(const Node& node) {
  static const Names known{
      "memory", "repetitions", "seed", "threads", "threads_per_run", "timeout", "trajectory"};
  const Node::Table& table = table_of(node, "[run]");
  check_keys(table, known, "[run]");
  RunSettings run;
  if (const auto* e = find(table, "repetitions"))
    run.repetitions = whole_of(e->value, 1, "'repetitions'");
  if (const auto* e = find(table, "seed"))
    run.seed = std::uint64_t(whole_of(e->value, 0, "'seed'"));
  if (const auto* e = find(table, "timeout")) run.timeout = seconds_of(e->value);
  if (const auto* e = find(table, "memory")) run.memory = bytes_of(e->value);
  if (const auto* e = find(table, "threads")) run.threads = whole_of(e->value, 1, "'threads'");
  if (const auto* e = find(table, "threads_per_run"))
    run.threads_per_run = whole_of(e->value, 1, "'threads_per_run'");
  if (const auto* e = find(table, "trajectory"))
    run.trajectory = whole_of(e->value, 0, "'trajectory'");
  return run;
}

std::vector<GridName> names_of(const Node& node, std::string_view what) {
  std::vector<GridName> out;
  std::set<std::string, std::less<>> seen;
  const auto take = [&](const Node& item) {
    out.push_back({string_of(item, what), item.at});
    if (!seen.insert(out.back().name).second)
      refuse(item.at, "{} names '{}' twice", what, out.back().name);
  };
  if (const Node::Array* array = node.array()) {
    for (const Node& item : *array) take(item);
  } else {
    take(node);
  }
  return out;
}

std::vector<GridName> used_names(const Node::Table& root, const std::string& section) {
  static const Names known{"use"};
  const Node::Entry* entry = find(root, section);
  if (entry == nullptr) return {};
  const std::string title = fmt::format("[{}]", section);
  const Node::Table& table = table_of(entry->value, title);
  check_keys(table, known, title);
  const Node::Entry* use = find(table, "use");
  if (use == nullptr) refuse(entry->at, "{} needs the key 'use'", title);
  return names_of(use->value, fmt::format("'use' of {}", title));
}

Arm arm_of(const Node& node, Section section) {
  Arm arm;
  arm.at = node.at;
  if (const std::string* only_name = node.string();
      only_name != nullptr && section != Section::privacy) {
    arm.name = arm.label = *only_name;
    return arm;
  }
  const Node::Table& table = table_of(node, fmt::format("an entry of '{}'", name(section)));
  for (const Node::Entry& entry : table) {
    if (section != Section::privacy && entry.key == "name") {
      arm.name = string_of(entry.value, "'name'");
      arm.at = entry.value.at;
    } else if (section == Section::algorithm && entry.key == "label") {
      arm.label = string_of(entry.value, "'label'");
      if (arm.label.empty()) refuse(entry.value.at, "'label' is empty");
    } else {
      arm.axes.push_back(axis_of(entry.key, entry.at, entry.value));
    }
  }
  if (section != Section::privacy && arm.name.empty())
    refuse(node.at, "an entry of '{}' needs the key 'name'", name(section));
  if (arm.label.empty()) arm.label = arm.name;
  std::sort(arm.axes.begin(), arm.axes.end(), [](const Axis& a, const Axis& b) {
    return a.name < b.name;
  });
  return arm;
}

std::vector<Arm> arms_of(const Node& node, Section section) {
  const Node::Array* array = node.array();
  if (array == nullptr) return {arm_of(node, section)};
  if (array->empty()) refuse(node.at, "'{}' is empty", name(section));
  std::vector<Arm> arms;
  for (const Node& item : *array) arms.push_back(arm_of(item, section));
  return arms;
}

std::vector<std::vector<ParameterPath>> zips_of(const Node& node) {
  const Node::Array* lists = node.array();
  if (lists == nullptr)
    refuse(node.at, R"('zip' must be a list of lists: [["data.n", "algorithm.eta0"]])");
  std::vector<std::vector<ParameterPath>> zips;
  for (const Node& list : *lists) {
    const Node::Array* paths = list.array();
    if (paths == nullptr || paths->size() < 2)
      refuse(list.at,
             R"(each list of 'zip' needs at least two paths, ["data.n", "algorithm.eta0"])");
    zips.emplace_back();
    for (const Node& path : *paths)
      zips.back().push_back(parameter_path(string_of(path, "a path of 'zip'"), path.at));
  }
  return zips;
}

std::vector<std::vector<Condition>> exclusions_of(const Node& node) {
  const Node::Array* array = node.array();
  if (array == nullptr) refuse(node.at, "'exclude' must be an array of tables, not {}", kind(node));
  std::vector<std::vector<Condition>> out;
  for (const Node& item : *array) {
    const Node::Table fields = flattened(table_of(item, "an entry of 'exclude'"));
    if (fields.empty()) refuse(item.at, "an empty table in 'exclude' would exclude everything");
    out.emplace_back();
    for (const Node::Entry& entry : fields) {
      const auto section = section_named(entry.key);
      const bool whole_arm = section && *section != Section::privacy;
      const ParameterPath path = whole_arm ? ParameterPath{*section, "", "", entry.at}
                                           : parameter_path(entry.key, entry.at);
      out.back().push_back({path, scalars_of(entry.value, fmt::format("'{}'", entry.key))});
    }
  }
  return out;
}

// `usual` holds the metrics and bounds of a block that names none.
GridBlock block_of(const Node& node, const GridBlock& usual) {
  static const Names known{
      "algorithm", "bounds", "data", "exclude", "loss", "metrics", "privacy", "zip"};
  const Node::Table& table = table_of(node, "[[grid]]");
  check_keys(table, known, "[[grid]]");
  GridBlock block = usual;
  block.at = node.at;
  for (const Section section : all_sections) {
    const Node::Entry* entry = find(table, name(section));
    if (entry == nullptr) refuse(node.at, "[[grid]] needs the key '{}'", name(section));
    block.arms[static_cast<std::size_t>(section)] = arms_of(entry->value, section);
  }
  if (const auto* e = find(table, "zip")) block.zips = zips_of(e->value);
  if (const auto* e = find(table, "exclude")) block.exclusions = exclusions_of(e->value);
  if (const auto* e = find(table, "metrics")) block.metrics = names_of(e->value, "'metrics'");
  if (const auto* e = find(table, "bounds")) block.bounds = names_of(e->value, "'bounds'");
  if (block.metrics.empty()) {
    refuse(node.at,
           "[[grid]] measures nothing: write [metrics] use = [...], or 'metrics' in the block");
  }
  return block;
}

std::vector<GridBlock> blocks_of(const Node::Table& root, const Place& whole) {
  const Node::Entry* entry = find(root, "grid");
  if (entry == nullptr) refuse({whole.source}, "there is no [[grid]]");
  GridBlock usual;
  usual.metrics = used_names(root, "metrics");
  usual.bounds = used_names(root, "bounds");
  const Node::Array* array = entry->value.array();
  if (array == nullptr) return {block_of(entry->value, usual)};
  if (array->empty()) refuse(entry->at, "there is no [[grid]]");
  std::vector<GridBlock> blocks;
  for (const Node& item : *array) blocks.push_back(block_of(item, usual));
  return blocks;
}

Grid grid_of(const Node& document) {
  static const Names known{
      "accountants", "bounds", "grid", "metrics", "profile", "run", "schema", "suite"};
  const Node::Table& root = *document.table();
  check_keys(root, known, "the grid file");
  if (const auto* e = find(root, "schema")) {
    const auto* version = std::get_if<std::int64_t>(&e->value.value);
    if (version == nullptr || *version != 1)
      refuse(e->value.at, "'schema' must be 1, the only format this program reads");
  }
  Grid grid;
  if (const auto* e = find(root, "suite")) grid.suite = string_of(e->value, "'suite'");
  if (const auto* e = find(root, "run")) grid.run = run_of(e->value);
  grid.accountants = used_names(root, "accountants");
  grid.blocks = blocks_of(root, document.at);
  return grid;
}

}  // namespace

Grid parse_grid(std::string_view text, const std::string& source, const GridOverrides& overrides) {
  const Node document = read_toml(text, source);
  for (const std::string& profile : profile_names(document))
    if (profile != overrides.profile) grid_of(with_profile(document, profile));
  Node chosen = with_profile(document, overrides.profile);
  for (const std::string& set : overrides.sets) apply_set(chosen, set);
  return grid_of(chosen);
}

}  // namespace dpsco
