// What `dpsco data verify|path|fetch NAME` does; nothing here prints.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "datasets/files/file_store.hpp"
#include "datasets/files/manifest.hpp"

namespace dpsco {

struct DataCheck {
  std::string what{};  ///< "sha256", "n", "d", "nnz", "positives", "bytes"; "file" if unreadable
  std::string expected{}, found{};
  bool ok = false;
};

struct DataReport {
  std::string name{};  ///< in the manifest
  std::string path{};  ///< empty if not found
  std::vector<DataCheck> checks{};
  bool ok() const;
};

/// Compares the file of a manifest name, and that of its test set, with the manifest. A missing or
/// broken file is a failed check. Throws ConfigError on an unknown name, naming the nearest.
std::vector<DataReport> verify_data(const FileStore& store, std::string_view name);

/// Where the file is that a `path` parameter of this text means. Throws ConfigError if nowhere.
std::string data_path(const FileStore& store, const std::string& name);

/// Downloads a data set and its test set into `folder` by curl and returns the paths. A file that
/// is there and right is kept. gzip is unpacked here, bzip2 and xz by their programs. The file gets
/// its name only after its hash is right. Throws ConfigError on an unknown name, one without a URL,
/// a missing program, a failed download, a wrong hash, and rather than overwrite another file.
std::vector<std::string> fetch_data(const std::string& name, const std::string& folder);
/// The same for one entry.
std::string fetch_entry(const ManifestEntry& entry, const std::string& folder);

}  // namespace dpsco
