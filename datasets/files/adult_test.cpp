// Shapes and counts of the published files: 30,162 and 15,060 rows without a missing value. Golden
// values: an independent Python script over the UCI files.
#include "datasets/files/adult.hpp"

#include <cmath>
#include <filesystem>

#include <doctest/doctest.h>

#include "datasets/files/file_store.hpp"

namespace dpsco {

namespace {

/// The files are not part of this repository.
bool have_files() {
  try {
    file_store().find("adult.data");
    file_store().find("adult.test");
    return true;
  } catch (const std::exception&) {
    return false;
  }
}

}  // namespace

TEST_CASE("Adult has 45,222 rows of 105 columns, 11,208 of them positive, all of norm 1") {
  if (!have_files()) {
    MESSAGE("adult.data is not on the search path (dpsco data list says where it looks)");
    return;
  }
  const Streams streams(1, "shared", "");
  for (const char* test : {"split", "given"}) {
    Adult adult;
    adult.test = test;
    const LoadedData loaded = adult.load(streams);
    const Facts facts = adult.shape();
    CHECK(loaded.train.size() == facts.n);
    CHECK(loaded.train.dimension() == 105);
    REQUIRE(loaded.test);
    CHECK(loaded.train.size() + loaded.test->size() == 45222);
    if (adult.test == "given") CHECK(loaded.test->size() == 15060);
    double positives = 0, widest = 0, longest = 0, largest_gap = 0;
    std::vector<double> column_sums(105, 0.0);
    for (const Data* part : {&loaded.train, &*loaded.test}) {
      for (const double y : part->y) positives += y > 0 ? 1 : 0;
      const auto& x = std::get<SparseMatrix>(part->x);
      for (Index i = 0; i < x.n; ++i) {
        const SparseRow row = x.row(i);
        double l1 = 0;
        for (std::size_t k = 0; k < row.values.size(); ++k) {
          l1 += row.values[k];
          widest = std::max(widest, row.values[k]);
          column_sums[std::size_t(row.columns[k])] += row.values[k];
        }
        CHECK(row.values.size() <= 14);
        longest = std::max(longest, l1);
        largest_gap = std::max(largest_gap, std::abs(squared_norm(row) - 1));
      }
    }
    CHECK(positives == 11208);
    CHECK(largest_gap < 1e-12);
    CHECK(std::abs(widest - 0.3516) < 1e-4);
    CHECK(std::abs(longest - 3.50) < 0.005);
    CHECK(widest <= facts.row_norm_inf());
    CHECK(longest <= facts.row_norm_1());
    int empty = 0;
    for (const double sum : column_sums) empty += sum == 0 ? 1 : 0;
    CHECK(empty == 1);  // Never-worked
  }
}

}  // namespace dpsco
