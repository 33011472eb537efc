#include "datasets/files/libsvm.hpp"

#include <algorithm>
#include <limits>

#include "datasets/files/rows.hpp"
#include "datasets/files/text_file.hpp"
#include "framework/core/check.hpp"
#include "framework/core/hashing.hpp"

namespace dpsco {

/// Where the rows come from, and whether they are kept dense.
struct LibsvmFile::Source {
  DataFile train{};
  std::shared_ptr<const FileFacts> train_facts{};
  std::optional<DataFile> test{};
  std::shared_ptr<const FileFacts> test_facts{};  ///< null without a test file
  Index d = 0;
  bool dense = false;
};

struct LibsvmFile::Prepared {
  LabelledRows train{};
  std::optional<LabelledRows> test{};
};

namespace {

Normalise normalise_of(const std::string& word) {
  if (word == "unit") return Normalise::unit;
  return word == "clip" ? Normalise::clip : Normalise::none;
}

/// Rows that the split keeps for testing.
Index held_out(Index n) {
  return n / 5;
}

Data stored(SparseMatrix x, std::vector<double> y, bool as_dense) {
  Data data{.y = std::move(y)};
  if (as_dense) {
    data.x = dense(x);
  } else {
    x.start.shrink_to_fit();  // the parser reserves by counting lines and colons
    x.columns.shrink_to_fit();
    x.values.shrink_to_fit();
    data.x = std::move(x);
  }
  data.y.shrink_to_fit();
  return data;
}

Data chosen(const LabelledRows& rows, std::span<const Index> numbers, bool as_dense) {
  std::vector<double> y;
  y.reserve(numbers.size());
  for (const Index i : numbers) y.push_back(rows.y[std::size_t(i)]);
  return stored(rows_at(rows.x, numbers), std::move(y), as_dense);
}

/// What Data::bytes() will say.
std::size_t stored_bytes(Index n, Index d, Index nnz, bool as_dense) {
  const auto rows = std::size_t(n), values = std::size_t(nnz);
  return rows * sizeof(double) +
         (as_dense ? rows * std::size_t(d) * sizeof(double)
                   : (rows + 1) * sizeof(Index) + values * (sizeof(std::int32_t) + sizeof(double)));
}

}  // namespace

std::vector<Param<LibsvmFile>> LibsvmFile::parameters() {
  using T = LibsvmFile;
  return {
      dpsco::path<T>("path", &T::path, "training file, or the name of a known data set"),
      dpsco::path<T>("test_path", &T::test_path, "test file; empty: the known one, else a split"),
      whole<T>("n", &T::n, {0, 1e12}, "records", "rows that the file must have; 0: any number"),
      whole<T>("d", &T::d, {0, 2147483647}, "coordinates", "dimension; 0: from the manifest"),
      word<T>("normalise",
              &T::normalise,
              "unit clip none",
              "rows to norm 1, down to the bound, or refused above it"),
      real<T>("row_norm_bound",
              &T::row_norm_bound,
              {1e-300, 1e300},
              "||x||",
              "declared bound on every row under clip and none"),
      real<T>("radius", &T::radius, {1e-6, 1e6}, "||w||", "R, declared"),
      word<T>(
          "storage", &T::storage, "auto dense sparse", "auto: dense above half non-zero values"),
  };
}

DataBounds LibsvmFile::declared_bounds() const {
  return {.row_norm = normalise == "unit" ? 1 : row_norm_bound, .radius = radius};
}

bool LibsvmFile::has_test_file() const {
  if (!test_path.empty()) return true;
  const DataFile train = file_store().find(path);
  return train.by_name && !train.entry->test.empty();
}

LibsvmFile::Source LibsvmFile::source() const {
  require(
      normalise != "unit" || row_norm_bound == 1,
      "data set 'libsvm': normalise = unit gives every row norm 1, so row_norm_bound = {} would "
      "have no effect; leave it at 1 or set normalise to clip or none",
      row_norm_bound);
  const FileStore& store = file_store();
  Source from{.train = store.find(path)};
  from.train_facts = store.facts(from.train);
  if (has_test_file()) {
    from.test = store.find(test_path.empty() ? from.train.entry->test : test_path);
    from.test_facts = store.facts(*from.test);
  }
  const FileFacts& facts = *from.train_facts;
  require(n == 0 || n == facts.n,
          "'{}' has {} rows, but n = {} was declared; set n to {} or check the file",
          from.train.path,
          facts.n,
          n,
          facts.n);
  require(d > 0 || from.train.entry != nullptr,
          "'{}' is not in the manifest, so its dimension must be declared: give d, which the data "
          "can't tell (the largest index used is {})",
          from.train.path,
          facts.columns);
  from.d = d > 0 ? d : from.train.entry->d;
  from.dense = storage == "dense" ||
               (storage == "auto" && 2 * double(facts.nnz) > double(facts.n) * double(from.d));
  return from;
}

LabelledRows LibsvmFile::read(const DataFile& file, const FileFacts& facts, Index columns) const {
  const TextFile content = read_text_file(file.path);
  require(content.sha256 == facts.sha256, "'{}' has changed since it was first read", file.path);
  LabelledRows rows = parse_libsvm(content.text, file.path, columns);
  normalise_rows(rows, normalise_of(normalise), row_norm_bound);
  return rows;
}

LibsvmFile::Prepared LibsvmFile::prepared(const Source& from) const {
  Prepared rows{.train = read(from.train, *from.train_facts, from.d)};
  const LabelPair labels = two_labels(rows.train);
  map_labels(rows.train, labels);
  if (from.test) {
    rows.test = read(*from.test, *from.test_facts, from.d);
    map_labels(*rows.test, labels);
  }
  return rows;
}

LoadedData LibsvmFile::load(const Streams& streams) const {
  const Source from = source();
  Prepared rows = prepared(from);
  LoadedData loaded{.bounds = declared_bounds(), .radius_mark = Mark::declared};
  if (rows.test) {
    loaded.train = stored(std::move(rows.train.x), std::move(rows.train.y), from.dense);
    loaded.test = stored(std::move(rows.test->x), std::move(rows.test->y), from.dense);
    return loaded;
  }
  const std::vector<Index> order = streams.open(Purpose::split).permutation(rows.train.x.n);
  const auto tested = std::size_t(held_out(rows.train.x.n));
  const std::span<const Index> all(order);
  loaded.train = chosen(rows.train, all.subspan(tested), from.dense);
  if (tested > 0) loaded.test = chosen(rows.train, all.first(tested), from.dense);
  return loaded;
}

std::string LibsvmFile::content_hash() const {
  const Source from = source();
  return from.test ? sha256_hex(from.train_facts->sha256 + " " + from.test_facts->sha256)
                   : from.train_facts->sha256;
}

Facts LibsvmFile::shape() const {
  const Source from = source();
  const auto fits = [&](const FileFacts& facts) {
    const bool known = std::all_of(facts.labels.begin(), facts.labels.end(), [&](LabelCount count) {
      const auto& pair = from.train_facts->labels;
      return count.label == pair.front().label || count.label == pair.back().label;
    });
    return known && facts.columns <= from.d &&
           (normalise != "none" || facts.largest_norm <= row_norm_bound);
  };
  if (from.train_facts->labels.size() != 2 || !fits(*from.train_facts) ||
      (from.test_facts && !fits(*from.test_facts)))
    prepared(from);  // names file, line and what is wrong
  const Index rows = from.train_facts->n;
  return {.n = from.test ? rows : rows - held_out(rows),
          .n_mark = n > 0 || from.train.by_name ? Mark::declared : Mark::oracle,
          .d = from.d,
          .bounds = declared_bounds(),
          .radius_mark = Mark::declared};
}

std::size_t LibsvmFile::bytes() const {
  const Source from = source();
  const FileFacts& facts = *from.train_facts;
  const auto size = [&](Index rows, Index nnz) {
    return stored_bytes(rows, from.d, nnz, from.dense);
  };
  if (from.test) return size(facts.n, facts.nnz) + size(from.test_facts->n, from.test_facts->nnz);
  const Index tested = held_out(facts.n);
  return size(facts.n - tested, facts.nnz) + (tested > 0 ? size(tested, 0) : 0);
}

}  // namespace dpsco
