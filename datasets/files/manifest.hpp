#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "datasets/files/text_file.hpp"
#include "framework/problem/matrix.hpp"

namespace dpsco {

/// A data set that is known by name; datasets/manifest.toml explains the fields. Empty or 0: not
/// stated.
struct ManifestEntry {
  std::string name{}, file{};
  std::string kind = "libsvm";  ///< or "csv"
  std::string sha256{}, sha256_stripped{};
  Index n = 0, d = 0, nnz = 0, positives = 0, bytes = 0;
  std::string test{}, url{}, home{}, licence{};
};

class Manifest {
 public:
  /// Reads TOML text; `source` is named in messages. Throws ConfigError on a syntax error, an
  /// unknown key, a missing or malformed field, a name used twice or an unknown test set.
  Manifest(std::string_view text, std::string_view source);
  /// The one compiled into this program.
  static const Manifest& built_in();

  const std::vector<ManifestEntry>& entries() const { return entries_; }
  std::vector<std::string> names() const;
  /// By name or by base name of the file, also with ".gz" behind; null if unknown.
  const ManifestEntry* find(std::string_view name) const;
  /// Like find, but throws ConfigError naming the nearest name.
  const ManifestEntry& at(std::string_view name) const;

 private:
  std::vector<ManifestEntry> entries_;
};

/// Is this the file that the manifest means? By the SHA-256 of its unpacked text or, where there is
/// one, the stripped SHA-256.
bool has_hash(const ManifestEntry& entry, const TextFile& file);

}  // namespace dpsco
