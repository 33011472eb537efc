#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "datasets/files/manifest.hpp"
#include "datasets/files/search_path.hpp"
#include "framework/problem/matrix.hpp"

namespace dpsco {

/// A data file on disk.
struct DataFile {
  std::string path{};
  const ManifestEntry* entry = nullptr;  ///< its base name is in the manifest
  bool by_name = false;                  ///< asked for by manifest name: the hash must be right
};

struct LabelCount {
  double label = 0;
  Index rows = 0;
};

/// What one reading of a LIBSVM file tells.
struct FileFacts {
  std::string sha256{};               ///< of the bytes on disk
  Index n = 0, nnz = 0, columns = 0;  ///< rows, non-zero values, largest index with a value
  std::vector<LabelCount> labels{};   ///< increasing; at most five distinct ones are counted
  double largest_norm = 0;            ///< of a row
};

/// Finds data files and remembers what it has read about them, so that the many cells of a grid
/// read a file once. Thread-safe; a file is read by one thread at a time.
class FileStore {
 public:
  explicit FileStore(SearchPath folders) : folders_(std::move(folders)) {}

  /// Where to look from now on. Call it before a run: cells hold no path of their own.
  void set_search_path(SearchPath folders);
  SearchPath search_path() const;

  /// `text` with a '/': that file. A manifest name or file name: on the search path only, plain or
  /// with ".gz" behind. Any other name: in the working directory, then on the search path. Throws
  /// ConfigError that says where it looked.
  DataFile find(const std::string& text) const;
  /// The same for several manifest names. Throws ConfigError that names every one not found.
  std::vector<DataFile> find_all(const std::vector<std::string>& names) const;
  /// Reads the file on the first call. Throws ConfigError if it can't be read or parsed, has the
  /// wrong hash for a manifest name, or has changed since it was first read: results are filed
  /// under the first hash.
  std::shared_ptr<const FileFacts> facts(const DataFile& file) const;

 private:
  struct Known {
    std::uintmax_t size = 0;
    std::filesystem::file_time_type written{};
    std::shared_ptr<const FileFacts> facts{};
  };
  mutable std::mutex guard_;  // of what follows
  SearchPath folders_;
  mutable std::map<std::string, Known> known_;  ///< by path
};

/// The store that data sets made by the registry use: plug-ins are made from parameters alone, so
/// where to look is a setting of the process. It starts with standard_search_path(); main calls
/// file_store().set_search_path(standard_search_path(data_dir)) before anything runs.
FileStore& file_store();

}  // namespace dpsco
