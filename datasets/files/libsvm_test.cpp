#include "datasets/files/libsvm.hpp"

#include <algorithm>
#include <cmath>

#include <doctest/doctest.h>

#include "datasets/add_datasets.hpp"
#include "datasets/files/rows.hpp"
#include "datasets/files/testing/test_folder.hpp"
#include "framework/core/hashing.hpp"
#include "framework/testing/near.hpp"

namespace dpsco {
namespace {

std::unique_ptr<const Dataset> make(const Parameters& parameters) {
  Catalog all;
  add_datasets(all);
  return all.datasets.make("libsvm", parameters);
}

/// Ten rows of two labels; row i has the values i and 1 in columns 1 and 1 + i % 3 + 1.
std::string ten_rows() {
  std::string text;
  for (int i = 1; i <= 10; ++i)
    text += (i % 2 == 0 ? "2 1:" : "1 1:") + std::to_string(i) + " " + std::to_string(2 + i % 3) +
            ":1\n";
  return text;
}

Streams streams(const char* shared = "s") {
  return {1, shared, "cell"};
}

std::vector<double> margins(const Data& data, std::span<const double> w) {
  std::vector<double> out;
  data.with_rows([&](const auto& x) {
    for (Index i = 0; i < x.n; ++i) out.push_back(dot(x.row(i), w));
  });
  return out;
}

double largest_norm(const LoadedData& loaded) {
  return loaded.train.with_rows([](const auto& x) {
    double largest = 0;
    for (Index i = 0; i < x.n; ++i) largest = std::max(largest, row_norm(x.row(i).values));
    return largest;
  });
}

/// What identifies a row of ten_rows() whatever the normalisation: its first value over its second.
std::vector<int> row_names(const Data& data) {
  std::vector<int> names;
  const auto& x = std::get<SparseMatrix>(data.x);
  for (Index i = 0; i < x.n; ++i)
    names.push_back(int(std::lround(x.row(i).values[0] / x.row(i).values[1])));
  return names;
}

TEST_CASE(
    "libsvm: anybody's file with a declared dimension gives a fifth of its rows to the test") {
  const TestFolder folder;
  const std::string path = folder.write("mine", ten_rows());
  const auto data = make({{"path", path}, {"d", std::int64_t{6}}, {"storage", "sparse"}});
  const Facts facts = data->shape();
  CHECK(facts.n == 8);
  CHECK(facts.n_mark == Mark::oracle);  // counted in the file
  CHECK(make({{"path", path}, {"d", std::int64_t{6}}, {"n", std::int64_t{10}}})->shape().n_mark ==
        Mark::declared);
  CHECK(make({{"path", std::string("heart_scale")}})->shape().n_mark == Mark::declared);
  // A copy may differ from the published file, so the manifest vouches for its d alone.
  const std::string copy = folder.write("heart_scale", ten_rows());
  CHECK(make({{"path", copy}})->shape().n_mark == Mark::oracle);
  CHECK(facts.d == 6);
  CHECK(facts.bounds.row_norm == 1);
  CHECK(facts.bounds.radius == 10);
  CHECK(facts.radius_mark == Mark::declared);
  CHECK(data->varies_with_repetition());
  CHECK(data->content_hash() == sha256_hex(ten_rows()));

  const LoadedData loaded = data->load(streams());
  REQUIRE(loaded.test.has_value());
  CHECK(loaded.train.size() == 8);
  CHECK(loaded.test->size() == 2);
  CHECK(loaded.train.dimension() == 6);
  CHECK(loaded.bounds.radius == 10);
  CHECK(loaded.radius_mark == Mark::declared);
  std::vector<int> all = row_names(loaded.train);
  for (const int name : row_names(*loaded.test)) all.push_back(name);
  std::sort(all.begin(), all.end());
  CHECK(all == std::vector<int>{1, 2, 3, 4, 5, 6, 7, 8, 9, 10});
  const std::vector<int> names = row_names(loaded.train);
  for (std::size_t i = 0; i < names.size(); ++i)
    CHECK(loaded.train.y[i] == (names[i] % 2 == 0 ? 1 : -1));  // labels move with their rows
  CHECK(data->bytes() == loaded.train.bytes() + loaded.test->bytes());
}

TEST_CASE("libsvm: the split depends on the repetition and not on the method") {
  const TestFolder folder;
  const std::string path = folder.write("mine", ten_rows());
  const auto data = make({{"path", path}, {"d", std::int64_t{4}}, {"storage", "sparse"}});
  const auto names = [&](const Streams& from) { return row_names(data->load(from).train); };
  CHECK(names({1, "s", "x"}) == names({1, "s", "y"}));
  CHECK(names({1, "s", "x"}) != names({1, "t", "x"}));
}

TEST_CASE("libsvm: below five rows nothing is held out") {
  const TestFolder folder;
  const std::string path = folder.write("mine", "1 1:1\n-1\n1\n-1\n");
  const auto data = make({{"path", path}, {"d", std::int64_t{1}}});
  const LoadedData loaded = data->load(streams());
  CHECK(data->shape().n == 4);
  CHECK(loaded.train.size() == 4);
  CHECK_FALSE(loaded.test.has_value());
  CHECK(data->bytes() == loaded.train.bytes());
}

TEST_CASE("libsvm: a test file is used whole, so repetitions share the data") {
  const TestFolder folder;
  const std::string train = folder.write("train", ten_rows());
  const std::string test = folder.write("test", "2 1:1\n2 2:1\n2 3:1\n");
  const auto data = make({{"path", train}, {"test_path", test}, {"d", std::int64_t{4}}});
  CHECK_FALSE(data->varies_with_repetition());
  CHECK(data->content_hash() ==
        sha256_hex(sha256_hex(ten_rows()) + " " + sha256_hex("2 1:1\n2 2:1\n2 3:1\n")));
  const LoadedData loaded = data->load(streams());
  CHECK(data->shape().n == 10);
  CHECK(loaded.train.size() == 10);
  CHECK(loaded.train.y[0] == -1);
  REQUIRE(loaded.test.has_value());
  CHECK(loaded.test->size() == 3);
  CHECK(loaded.test->y == std::vector<double>{1, 1, 1});
  CHECK(loaded.test->dimension() == 4);
  CHECK(data->bytes() == loaded.train.bytes() + loaded.test->bytes());
}

TEST_CASE("libsvm: dense and sparse storage give the same margins; auto picks by density") {
  const TestFolder folder;
  const std::string path = folder.write("mine", ten_rows());
  const std::vector<double> w{.5, -2, 3, .25};
  const auto load = [&](const char* storage, std::int64_t d) {
    return make({{"path", path}, {"d", d}, {"storage", storage}})->load(streams());
  };
  const LoadedData full = load("dense", 4), sparse = load("sparse", 4);
  CHECK(std::holds_alternative<DenseMatrix>(full.train.x));
  CHECK(std::holds_alternative<SparseMatrix>(sparse.train.x));
  const auto a = margins(full.train, w), b = margins(sparse.train, w);
  const auto c = margins(*full.test, w), e = margins(*sparse.test, w);
  for (std::size_t i = 0; i < a.size(); ++i) CHECK(near(a[i], b[i], 1e-14));
  for (std::size_t i = 0; i < c.size(); ++i) CHECK(near(c[i], e[i], 1e-14));
  CHECK(full.train.y == sparse.train.y);
  // Two values a row: density 2/3 with three columns is impossible here (column 4 is used), 1/2
  // with four is not above one half.
  CHECK(std::holds_alternative<SparseMatrix>(load("auto", 4).train.x));
  const std::string tight = folder.write("tight", "1 1:1 2:1\n-1 1:1\n");
  const auto dense_by_itself = make({{"path", tight}, {"d", std::int64_t{2}}});
  CHECK(std::holds_alternative<DenseMatrix>(dense_by_itself->load(streams()).train.x));
  CHECK(dense_by_itself->bytes() == dense_by_itself->load(streams()).train.bytes());
}

TEST_CASE("libsvm: normalise and row_norm_bound decide the rows and the declared bound") {
  const TestFolder folder;
  const std::string path = folder.write("mine", "1 1:3 2:4\n-1 1:1\n");
  const auto load = [&](const char* how, double bound) {
    return make({{"path", path},
                 {"d", std::int64_t{2}},
                 {"normalise", how},
                 {"row_norm_bound", bound},
                 {"radius", 3.5}})
        ->load(streams());
  };
  CHECK(near(largest_norm(load("unit", 1)), 1, 1e-15));
  const LoadedData clipped = load("clip", 2);
  CHECK(clipped.bounds.row_norm == 2);
  CHECK(clipped.bounds.radius == 3.5);
  CHECK(near(largest_norm(clipped), 2, 1e-15));
  CHECK(largest_norm(load("none", 5)) == 5);
}

TEST_CASE("libsvm: shape() refuses what load() would refuse, with the same sentence") {
  const TestFolder folder;
  const std::string path = folder.write("f", "1 1:3 2:4\n-1 1:1\n");
  const auto check = [&](const Parameters& parameters, const std::string& expected) {
    const auto data = make(parameters);
    CHECK(error_of([&] { data->shape(); }) == expected);
    CHECK(error_of([&] { data->load(streams()); }) == expected);
  };
  const std::int64_t one = 1, two = 2, three = 3;
  const std::string quoted = "'" + path + "'";
  check({{"path", path}},
        quoted +
            " is not in the manifest, so its dimension must be declared: give d, which the "
            "data can't tell (the largest index used is 2)");
  check({{"path", path}, {"d", two}, {"n", three}},
        quoted + " has 2 rows, but n = 3 was declared; set n to 2 or check the file");
  check({{"path", path}, {"d", one}},
        path + ":1:7: expected a feature index of at most d = 1, found '2:4'");
  check({{"path", path}, {"d", two}, {"row_norm_bound", 2.0}},
        "data set 'libsvm': normalise = unit gives every row norm 1, so row_norm_bound = 2 would "
        "have no effect; leave it at 1 or set normalise to clip or none");
  check({{"path", path}, {"d", two}, {"normalise", "none"}},
        path +
            ":1: the row's norm 5 is above row_norm_bound = 1; raise the bound or set normalise "
            "to clip or unit");
  const std::string same = folder.write("same", "1 1:1\n1 1:2\n");
  check({{"path", same}, {"d", one}}, same + ": every label is 1; expected two distinct labels");
  const std::string three_labels = folder.write("three", "1 1:1\n2 1:2\n3\n");
  check({{"path", three_labels}, {"d", one}},
        three_labels + ": found the labels 1, 2, 3; expected two distinct labels");
  const std::string test = folder.write("test", "1 1:1\n7 1:1\n");
  check({{"path", path}, {"d", two}, {"test_path", test}},
        test + ":2: label 7 is neither -1 nor 1, the labels of the training rows");
  const std::string wide = folder.write("wide", "1 1:1\n-1 3:1\n");
  check({{"path", path}, {"d", two}, {"test_path", wide}},
        wide + ":2:4: expected a feature index of at most d = 2, found '3:1'");
  const std::string broken = folder.write("broken", "1 1:1\n-1 1=3\n");
  check({{"path", broken}, {"d", two}},
        broken + ":2:4: expected 'index:value', with ':' right after the index 1, found '1=3'");
  CHECK(error_of([] {
          make({{"path", "x"}, {"normalise", "unti"}});
        }) ==
        "data set 'libsvm': normalise = 'unti' must be one of unit, clip, none; did you mean "
        "'unit'?");
}

TEST_CASE("libsvm: every cut of a file is refused or loads, never worse") {
  const TestFolder folder;
  const std::string text = "+1 1:0.25 3:-1e-2\n-1 2:1.5\n+1\n-1 1:7 2:8 9:9\n+1 4:1\n-1 5:1\n";
  int refused = 0;
  for (std::size_t size = 0; size <= text.size(); ++size) {
    const std::string path = folder.write("cut" + std::to_string(size), text.substr(0, size));
    const auto data = make({{"path", path}, {"d", std::int64_t{9}}});
    try {
      const LoadedData loaded = data->load(streams());
      CHECK(loaded.train.size() == data->shape().n);
    } catch (const ConfigError&) {
      ++refused;
    }
  }
  CHECK(refused > 10);
}

TEST_CASE("libsvm: heart_scale, the built-in sample, loads by name with the manifest's numbers") {
  const auto data = make({{"path", "heart_scale"}});
  CHECK(data->shape().n == 216);
  CHECK(data->shape().d == 13);
  const LoadedData loaded = data->load(streams());
  CHECK(std::holds_alternative<DenseMatrix>(loaded.train.x));
  CHECK(loaded.train.size() == 216);
  REQUIRE(loaded.test.has_value());
  CHECK(loaded.test->size() == 54);
  const auto positives = std::count(loaded.train.y.begin(), loaded.train.y.end(), 1.0) +
                         std::count(loaded.test->y.begin(), loaded.test->y.end(), 1.0);
  CHECK(positives == 120);
}

TEST_CASE("libsvm: every known set that is on the search path loads as the manifest says") {
  for (const ManifestEntry& entry : Manifest::built_in().entries()) {
    if (entry.kind != "libsvm" || entry.name == "a9a.t") continue;
    if (error_of([&] { file_store().find(entry.name); }) != "no error") {
      MESSAGE("not on the search path: " << entry.name);
      continue;
    }
    CAPTURE(entry.name);
    const auto data = make({{"path", entry.name}});
    const LoadedData loaded = data->load(streams());
    REQUIRE(loaded.test.has_value());
    CHECK(loaded.train.size() + (entry.test.empty() ? loaded.test->size() : 0) == entry.n);
    CHECK(loaded.train.dimension() == entry.d);
    CHECK(loaded.test->dimension() == entry.d);
    CHECK(data->varies_with_repetition() == entry.test.empty());
    CHECK(data->bytes() == loaded.train.bytes() + loaded.test->bytes());
    loaded.train.with_rows([&](const auto& x) {
      for (Index i = 0; i < x.n; ++i) {
        const double size = row_norm(x.row(i).values);
        CHECK((size == 0 || near(size, 1, 1e-14)));
      }
    });
  }
}

}  // namespace
}  // namespace dpsco
