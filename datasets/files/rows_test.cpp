#include "datasets/files/rows.hpp"

#include <cmath>

#include <doctest/doctest.h>

#include "datasets/files/testing/test_folder.hpp"
#include "framework/testing/near.hpp"

namespace dpsco {
namespace {

LabelledRows parse(std::string_view text) {
  return parse_libsvm(text, "f", 9);
}

TEST_CASE("normalise_rows: unit divides every row by its own norm and leaves zero rows") {
  LabelledRows rows = parse("1 1:3 2:4\n1\n1 5:-0.01\n");
  normalise_rows(rows, Normalise::unit, 1);
  CHECK(near(rows.x.values[0], .6, 1e-15));
  CHECK(near(rows.x.values[1], .8, 1e-15));
  CHECK(rows.x.values[2] == -1);
  CHECK(rows.x.row(1).values.empty());
}

TEST_CASE("normalise_rows: clip scales rows above the bound down to it and no other") {
  LabelledRows rows = parse("1 1:3 2:4\n1 1:1 2:1\n1 1:2\n");
  normalise_rows(rows, Normalise::clip, 2);
  CHECK(near(row_norm(rows.x.row(0).values), 2, 1e-15));
  CHECK(near(rows.x.values[0] / rows.x.values[1], .75, 1e-15));
  CHECK(rows.x.values[2] == 1);
  CHECK(rows.x.values[3] == 1);
  CHECK(rows.x.values[4] == 2);
}

TEST_CASE("normalise_rows: none refuses the first row above the bound by line, norm and bound") {
  LabelledRows rows = parse("# c\n1 1:1\n1 1:3 2:4\n");
  CHECK(error_of([&] { normalise_rows(rows, Normalise::none, 4.5); }) ==
        "f:3: the row's norm 5 is above row_norm_bound = 4.5; raise the bound or set normalise to "
        "clip or unit");
  normalise_rows(rows, Normalise::none, 5);
  CHECK(rows.x.values == std::vector<double>{1, 3, 4});
}

TEST_CASE("normalise_rows: rows of huge and of tiny numbers neither overflow nor vanish") {
  for (const Normalise how : {Normalise::unit, Normalise::clip}) {
    LabelledRows rows = parse("1 1:3e300 2:4e300\n1 1:1.7e308 2:1.7e308\n");
    normalise_rows(rows, how, 1);
    CHECK(near(rows.x.values[0], .6, 1e-15));
    CHECK(near(rows.x.values[3], std::sqrt(.5), 1e-15));
  }
  LabelledRows rows = parse("1 1:3e-300 2:4e-300\n1 1:5e-324\n");
  normalise_rows(rows, Normalise::unit, 1);
  CHECK(near(rows.x.values[0], .6, 1e-15));
  CHECK(near(rows.x.values[1], .8, 1e-15));
  CHECK(rows.x.values[2] == 1);
}

TEST_CASE("two_labels and map_labels: the smaller value becomes -1, the larger +1") {
  LabelledRows rows = parse("2\n1\n2\n");
  const LabelPair labels = two_labels(rows);
  CHECK(labels.negative == 1);
  CHECK(labels.positive == 2);
  map_labels(rows, labels);
  CHECK(rows.y == std::vector<double>{1, -1, 1});
  rows = parse("0\n0\n-3.5\n");
  map_labels(rows, two_labels(rows));
  CHECK(rows.y == std::vector<double>{1, 1, -1});
}

TEST_CASE("two_labels: one value or more than two are refused and named") {
  const auto error = [](std::string_view text) {
    return error_of([&] { two_labels(parse(text)); });
  };
  CHECK(error("1\n1\n") == "f: every label is 1; expected two distinct labels");
  CHECK(error("1\n3\n2\n") == "f: found the labels 1, 2, 3; expected two distinct labels");
  CHECK(error("6\n5\n4\n3\n2\n1\n0\n") ==
        "f: found the labels 2, 3, 4, 5, 6, ...; expected two distinct labels");
}

TEST_CASE("map_labels: a test file's stray label is refused by line") {
  LabelledRows rows = parse("1\n\n3\n");
  CHECK(error_of([&] { map_labels(rows, {.negative = 1, .positive = 2}); }) ==
        "f:3: label 3 is neither 1 nor 2, the labels of the training rows");
}

TEST_CASE("rows_at: keeps order, repeats and empty rows; dense: the same numbers") {
  const SparseMatrix x = parse("1 1:1 9:2\n1\n1 4:3\n").x;
  const std::vector<Index> numbers{2, 1, 0, 2};
  const SparseMatrix picked = rows_at(x, numbers);
  CHECK(picked.n == 4);
  CHECK(picked.d == 9);
  CHECK(picked.start == std::vector<Index>{0, 1, 1, 3, 4});
  CHECK(picked.columns == std::vector<std::int32_t>{3, 0, 8, 3});
  CHECK(picked.values == std::vector<double>{3, 1, 2, 3});
  const DenseMatrix full = dense(x);
  CHECK(full.values == std::vector<double>{1, 0, 0, 0, 0, 0, 0, 0, 2,  //
                                           0, 0, 0, 0, 0, 0, 0, 0, 0,  //
                                           0, 0, 0, 3, 0, 0, 0, 0, 0});
}

}  // namespace
}  // namespace dpsco
