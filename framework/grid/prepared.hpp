#pragma once

#include <map>
#include <string>
#include <vector>

#include "framework/grid/grid.hpp"
#include "framework/grid/variants.hpp"
#include "framework/registry/catalog.hpp"

namespace dpsco {

/// A variant with its share of the keys.
struct Prepared {
  Variant variant{};
  std::string json{};
  bool varies = true;  ///< of data: Dataset::varies_with_repetition()
};

/// Prepares the sections of one grid after the other. A data set is made once for each choice of
/// parameters, however many blocks use it: its content hash may cost the reading of a file.
class Preparer {
 public:
  explicit Preparer(const Catalog& catalog) : catalog_(catalog) {}

  /// variants_of() with JSON. Throws what that throws, and what a data set says of its files, with
  /// the place of the arm.
  std::vector<Prepared> section(const GridBlock& block, Section section, std::size_t most);

 private:
  struct DataFacts {
    std::string json{};
    bool varies = true;
  };
  const DataFacts& facts_of(const Choice& choice);
  void set_json(Prepared& one, Section section);

  const Catalog& catalog_;
  std::map<std::string, DataFacts> known_;  // by plugin_json
};

}  // namespace dpsco
