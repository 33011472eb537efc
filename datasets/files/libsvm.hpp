#pragma once

#include <memory>
#include <optional>
#include <string>

#include "datasets/files/file_store.hpp"
#include "datasets/files/libsvm_text.hpp"
#include "framework/contracts.hpp"
#include "framework/registry/card.hpp"

namespace dpsco {

/// Two-class data from a LIBSVM text file (plain or gzip): one that the manifest knows by name, or
/// anybody's with declared bounds. docs/data.md shows both.
///
/// Public facts: row_norm_bound (1 under `normalise = unit`) and radius are declared, d comes from
/// the manifest or is declared, never from the largest index in the private rows. The smaller label
/// becomes -1, the larger +1; no intercept is added.
///
/// Test rows: the file `test_path`; without it, for a data set asked for by manifest name, the
/// manifest's test set; else a fifth of the rows (rounded down, so none below five rows) by a
/// permutation from the stream `split`.
struct LibsvmFile final : Dataset {
  static constexpr Card card{
      .name = "libsvm",
      .doc = "Rows and two labels from a LIBSVM text file: a known data set or your own file",
  };
  static std::vector<Param<LibsvmFile>> parameters();

  LoadedData load(const Streams& streams) const override;
  bool varies_with_repetition() const override { return !has_test_file(); }
  /// SHA-256 of the file on disk; with a test file, of both hashes with a blank between.
  std::string content_hash() const override;
  /// Reads the files once in a process, and refuses what load() would refuse.
  Facts shape() const override;
  std::size_t bytes() const override;

  std::string path;
  std::string test_path;
  std::int64_t n = 0;
  std::int64_t d = 0;
  std::string normalise = "unit";
  double row_norm_bound = 1;
  double radius = 10;
  std::string storage = "auto";

 private:
  struct Source;
  Source source() const;
  bool has_test_file() const;
  DataBounds declared_bounds() const;
  LabelledRows read(const DataFile& file, const FileFacts& facts, Index columns) const;
  /// Rows of both files as load() returns them, before storage and split.
  struct Prepared;
  Prepared prepared(const Source& from) const;
};

}  // namespace dpsco
