#include <algorithm>
#include <limits>

#include "datasets/files/data_command.hpp"
#include "datasets/files/libsvm_text.hpp"
#include "datasets/files/text_file.hpp"
#include "framework/core/check.hpp"
#include "framework/core/hashing.hpp"

namespace dpsco {

namespace {

DataCheck same(std::string what, Index expected, Index found) {
  return {.what = std::move(what),
          .expected = fmt::format("{}", expected),
          .found = fmt::format("{}", found),
          .ok = expected == found};
}

DataCheck hash_check(const ManifestEntry& entry, const TextFile& content) {
  const std::string found = sha256_hex(content.text);
  const bool ok = has_hash(entry, content);
  return {.what = "sha256",
          .expected = entry.sha256,
          .found = ok && found != entry.sha256 ? found + " (equal but for trailing blanks)" : found,
          .ok = ok};
}

std::vector<DataCheck> libsvm_checks(const ManifestEntry& entry,
                                     const TextFile& content,
                                     const std::string& path) {
  const LabelledRows rows =
      parse_libsvm(content.text, path, std::numeric_limits<std::int32_t>::max());
  const auto last = std::max_element(rows.x.columns.begin(), rows.x.columns.end());
  const Index used = last == rows.x.columns.end() ? 0 : Index(*last) + 1;
  const double larger = *std::max_element(rows.y.begin(), rows.y.end());
  return {same("n", entry.n, rows.x.n),
          {.what = "d",
           .expected = fmt::format("at most {}", entry.d),
           .found = fmt::format("{}", used),
           .ok = used <= entry.d},
          same("nnz", entry.nnz, Index(rows.x.values.size())),
          same("positives", entry.positives, std::count(rows.y.begin(), rows.y.end(), larger))};
}

DataReport verify_entry(const FileStore& store, const ManifestEntry& entry) {
  DataReport report{.name = entry.name};
  try {
    report.path = store.find(entry.name).path;
    const TextFile content = read_text_file(report.path);
    report.checks.push_back(hash_check(entry, content));
    if (entry.kind == "csv") {
      report.checks.push_back(same("bytes", entry.bytes, Index(content.text.size())));
    } else {
      for (DataCheck& check : libsvm_checks(entry, content, report.path))
        report.checks.push_back(std::move(check));
    }
  } catch (const ConfigError& error) {
    report.checks.push_back({.what = "file", .expected = entry.file, .found = error.what()});
  }
  return report;
}

}  // namespace

bool DataReport::ok() const {
  return !checks.empty() &&
         std::all_of(checks.begin(), checks.end(), [](const DataCheck& c) { return c.ok; });
}

std::vector<DataReport> verify_data(const FileStore& store, std::string_view name) {
  const Manifest& manifest = Manifest::built_in();
  const ManifestEntry& entry = manifest.at(name);
  std::vector<DataReport> reports{verify_entry(store, entry)};
  if (!entry.test.empty()) reports.push_back(verify_entry(store, manifest.at(entry.test)));
  return reports;
}

std::string data_path(const FileStore& store, const std::string& name) {
  return store.find(name).path;
}

}  // namespace dpsco
