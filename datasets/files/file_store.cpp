#include "datasets/files/file_store.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include <fmt/ranges.h>

#include "datasets/files/libsvm_text.hpp"
#include "datasets/files/rows.hpp"
#include "datasets/files/text_file.hpp"
#include "framework/core/check.hpp"
#include "framework/core/hashing.hpp"
#include "framework/core/suggestion.hpp"

namespace dpsco {

namespace {

namespace fs = std::filesystem;

bool is_file(const std::string& path) {
  std::error_code error;
  return fs::is_regular_file(path, error);
}

std::optional<std::string> first_in(const SearchPath& folders, const std::string& name) {
  for (const std::string& folder : folders)
    for (const char* ending : {"", ".gz"}) {
      std::string path = fmt::format("{}/{}{}", folder, name, ending);
      if (is_file(path)) return path;
    }
  return std::nullopt;
}

std::string listed(const SearchPath& folders) {
  return folders.empty() ? "no folder (the search path is empty)"
                         : fmt::format("{}", fmt::join(folders, ", "));
}

/// How to come by a file: "run `dpsco data fetch a9a`".
std::string way_to(const ManifestEntry& entry) {
  if (!entry.url.empty()) return fmt::format("run `dpsco data fetch {}`", entry.name);
  return entry.home.empty() ? fmt::format("find {}, whose home is not known", entry.name)
                            : fmt::format("get {} from {}", entry.name, entry.home);
}

FileFacts read_facts(const DataFile& file) {
  require(file.entry == nullptr || file.entry->kind == "libsvm",
          "'{}' is a {} file, expected LIBSVM text",
          file.path,
          file.entry == nullptr ? "" : file.entry->kind);
  const TextFile content = read_text_file(file.path);
  if (file.by_name && !has_hash(*file.entry, content))
    throw ConfigError(
        fmt::format("'{}' is not the data set '{}': its text has SHA-256 {}, expected {}; fetch it "
                    "again, or give a path with a directory (./{}) to use a file of your own",
                    file.path,
                    file.entry->name,
                    sha256_hex(content.text),
                    file.entry->sha256,
                    file.entry->file));
  const LabelledRows rows =
      parse_libsvm(content.text, file.path, std::numeric_limits<std::int32_t>::max());
  FileFacts facts{.sha256 = content.sha256, .n = rows.x.n, .nnz = Index(rows.x.values.size())};
  for (const std::int32_t column : rows.x.columns)
    facts.columns = std::max<Index>(facts.columns, column + 1);
  for (Index i = 0; i < rows.x.n; ++i)
    facts.largest_norm = std::max(facts.largest_norm, row_norm(rows.x.row(i).values));
  std::map<double, Index> counts;
  for (const double y : rows.y)
    if (counts.size() < 5 || counts.contains(y)) ++counts[y];
  for (const auto& [label, count] : counts) facts.labels.push_back({.label = label, .rows = count});
  return facts;
}

}  // namespace

void FileStore::set_search_path(SearchPath folders) {
  const std::lock_guard lock(guard_);
  folders_ = std::move(folders);
}

SearchPath FileStore::search_path() const {
  const std::lock_guard lock(guard_);
  return folders_;
}

DataFile FileStore::find(const std::string& text) const {
  const Manifest& manifest = Manifest::built_in();
  require(!text.empty(),
          "no data file given: expected a path or one of {}",
          fmt::join(manifest.names(), ", "));
  if (text.find('/') != std::string::npos) {
    require(is_file(text), "there is no file '{}'", text);
    return {.path = text, .entry = manifest.find(fs::path(text).filename().string())};
  }
  if (manifest.find(text) != nullptr) return find_all({text}).front();
  const SearchPath folders = search_path();
  if (is_file(text)) return {.path = text};
  const auto path = first_in(folders, text);
  if (!path)
    throw ConfigError(
        fmt::format("found no data file '{}' in the working directory or {}, and the manifest does "
                    "not know it{}",
                    text,
                    listed(folders),
                    suggestion_or_list(text, manifest.names(), "`dpsco data`")));
  return {.path = *path};
}

std::vector<DataFile> FileStore::find_all(const std::vector<std::string>& names) const {
  const SearchPath folders = search_path();
  std::vector<DataFile> found;
  std::vector<std::string> missing, ways;
  for (const std::string& name : names) {
    const ManifestEntry& entry = Manifest::built_in().at(name);
    if (const auto path = first_in(folders, entry.file)) {
      found.push_back({.path = *path, .entry = &entry, .by_name = true});
    } else {
      missing.push_back(fmt::format("'{}'", entry.file));
      ways.push_back(way_to(entry));
    }
  }
  require(missing.empty(),
          "found no file {} in {}; give --data-dir DIR, set $DPSCO_DATA or {}",
          fmt::join(missing, ", no file "),
          listed(folders),
          fmt::join(ways, " and "));
  return found;
}

std::shared_ptr<const FileFacts> FileStore::facts(const DataFile& file) const {
  const std::lock_guard lock(guard_);
  std::error_code error;
  Known now{.size = fs::file_size(file.path, error)};
  if (!error) now.written = fs::last_write_time(file.path, error);
  require(!error, "can't read '{}': {}", file.path, error.message());
  // A file asked for by name and by path is kept twice: only one of them checks the hash.
  const std::string key = (file.by_name ? "name:" : "path:") + file.path;
  const auto before = known_.find(key);
  if (before != known_.end() && before->second.size == now.size &&
      before->second.written == now.written)
    return before->second.facts;
  now.facts = std::make_shared<const FileFacts>(read_facts(file));
  require(before == known_.end() || before->second.facts->sha256 == now.facts->sha256,
          "'{}' has changed since it was first read: start again",
          file.path);
  known_[key] = now;
  return now.facts;
}

FileStore& file_store() {
  static FileStore store(standard_search_path());
  return store;
}

}  // namespace dpsco
