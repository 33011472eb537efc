#include "datasets/files/manifest.hpp"

#include <algorithm>
#include <iterator>

#include <toml++/toml.h>

#include "datasets/files/built_in.hpp"
#include "datasets/files/text_file.hpp"
#include "framework/core/check.hpp"
#include "framework/core/hashing.hpp"
#include "framework/core/nearest.hpp"
#include "framework/core/suggestion.hpp"

namespace dpsco {

namespace {

template <class T>
struct Field {
  std::string_view key;
  T ManifestEntry::*member;
};
constexpr Field<std::string> texts[] = {{"name", &ManifestEntry::name},
                                        {"file", &ManifestEntry::file},
                                        {"kind", &ManifestEntry::kind},
                                        {"sha256", &ManifestEntry::sha256},
                                        {"sha256_stripped", &ManifestEntry::sha256_stripped},
                                        {"test", &ManifestEntry::test},
                                        {"url", &ManifestEntry::url},
                                        {"home", &ManifestEntry::home},
                                        {"licence", &ManifestEntry::licence}};
constexpr Field<Index> numbers[] = {{"n", &ManifestEntry::n},
                                    {"d", &ManifestEntry::d},
                                    {"nnz", &ManifestEntry::nnz},
                                    {"positives", &ManifestEntry::positives},
                                    {"bytes", &ManifestEntry::bytes}};

template <class T, std::size_t N>
const Field<T>* field(const Field<T> (&fields)[N], std::string_view key) {
  const auto* found = std::find_if(
      std::begin(fields), std::end(fields), [&](const Field<T>& f) { return f.key == key; });
  return found == std::end(fields) ? nullptr : found;
}

std::string at_line(std::string_view source, const toml::node& node) {
  return fmt::format("{}:{}", source, node.source().begin.line);
}

ManifestEntry read_entry(const toml::table& table, std::string_view source) {
  ManifestEntry entry;
  for (const auto& [toml_key, node] : table) {
    const std::string key(toml_key.str());
    if (const auto* text = field(texts, key)) {
      require(node.is_string(), "{}: '{}' must be a string", at_line(source, node), key);
      entry.*text->member = node.as_string()->get();
    } else if (const auto* number = field(numbers, key)) {
      require(node.is_integer() && node.as_integer()->get() >= 0,
              "{}: '{}' must be a whole number >= 0",
              at_line(source, node),
              key);
      entry.*number->member = node.as_integer()->get();
    } else {
      std::vector<std::string> known;
      for (const auto& known_text : texts) known.emplace_back(known_text.key);
      for (const auto& known_number : numbers) known.emplace_back(known_number.key);
      throw ConfigError(fmt::format(
          "{}: unknown key '{}'{}", at_line(source, node), key, did_you_mean(key, known)));
    }
  }
  return entry;
}

void check_entry(const ManifestEntry& entry, const std::string& where) {
  const auto is_hash = [](std::string_view text) {
    return text.size() == 64 &&
           text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
  };
  require(!entry.name.empty() && !entry.file.empty() && !entry.licence.empty(),
          "{}: an entry needs name, file and licence",
          where);
  require(
      is_hash(entry.sha256) && (entry.sha256_stripped.empty() || is_hash(entry.sha256_stripped)),
      "{}: '{}' needs sha256 as 64 lower-case hex digits",
      where,
      entry.name);
  require(entry.kind == "libsvm" || entry.kind == "csv",
          "{}: kind '{}' of '{}' must be libsvm or csv",
          where,
          entry.kind,
          entry.name);
  require(entry.kind == "csv" ? entry.bytes > 0 : entry.n > 0 && entry.d > 0,
          "{}: '{}' needs {}",
          where,
          entry.name,
          entry.kind == "csv" ? "bytes" : "n and d");
}

std::string_view without_gz(std::string_view name) {
  return name.ends_with(".gz") ? name.substr(0, name.size() - 3) : name;
}

}  // namespace

Manifest::Manifest(std::string_view text, std::string_view source) {
  toml::table root;
  try {
    root = toml::parse(text);
  } catch (const toml::parse_error& error) {
    throw ConfigError(fmt::format("{}:{}:{}: {}",
                                  source,
                                  error.source().begin.line,
                                  error.source().begin.column,
                                  error.description()));
  }
  const toml::array* list = root["data"].as_array();
  require(list != nullptr && root.size() == 1, "{}: expected [[data]] entries only", source);
  for (const toml::node& node : *list) {
    require(node.is_table(), "{}: expected [[data]] entries only", at_line(source, node));
    ManifestEntry entry = read_entry(*node.as_table(), source);
    check_entry(entry, at_line(source, node));
    require(find(entry.name) == nullptr,
            "{}: two entries are called '{}'",
            at_line(source, node),
            entry.name);
    entries_.push_back(std::move(entry));
  }
  for (const ManifestEntry& entry : entries_)
    require(entry.test.empty() || find(entry.test) != nullptr,
            "{}: the test set '{}' of '{}' has no entry{}",
            source,
            entry.test,
            entry.name,
            did_you_mean(entry.test, names()));
}

const Manifest& Manifest::built_in() {
  static const Manifest manifest(manifest_text, "datasets/manifest.toml");
  return manifest;
}

std::vector<std::string> Manifest::names() const {
  std::vector<std::string> all;
  for (const ManifestEntry& entry : entries_) all.push_back(entry.name);
  return all;
}

const ManifestEntry* Manifest::find(std::string_view name) const {
  const std::string_view plain = without_gz(name);
  const auto found = std::find_if(entries_.begin(), entries_.end(), [&](const ManifestEntry& e) {
    return e.name == plain || e.file == plain;
  });
  return found == entries_.end() ? nullptr : &*found;
}

const ManifestEntry& Manifest::at(std::string_view name) const {
  const ManifestEntry* found = find(name);
  if (found == nullptr)
    throw ConfigError(fmt::format(
        "unknown data file '{}'{}", name, suggestion_or_list(name, names(), "`dpsco data`")));
  return *found;
}

bool has_hash(const ManifestEntry& entry, const TextFile& file) {
  return file.sha256 == entry.sha256 || sha256_hex(file.text) == entry.sha256 ||
         (!entry.sha256_stripped.empty() && stripped_sha256(file.text) == entry.sha256_stripped);
}

}  // namespace dpsco
