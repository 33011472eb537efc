#pragma once

#include <string>

#include "framework/contracts.hpp"
#include "framework/registry/card.hpp"

namespace dpsco {

/// The UCI Adult census by the recipe of private logistic regression (chaudhuri2011 and its
/// followers), from `adult.data` and `adult.test` together: rows with a missing value dropped,
/// every categorical attribute one-hot over the published schema (Never-worked included, though no
/// complete row has it), numbers divided by the column's published maximum, each row scaled to norm
/// 1; label +1 above 50K. 45,222 rows, 105 columns, 11,208 of them +1.
///
/// Every bound holds for any row of the schema and so costs no privacy: eight one-hot blocks make
/// the raw norm at least sqrt 8 and at most 14 entries are non-zero, each at most 1, hence
/// ||x||_inf <= 1/sqrt 8 and ||x||_1 <= sqrt 14 after scaling.
struct Adult final : Dataset {
  static constexpr Card card{.name = "adult",
                             .doc = "UCI Adult, complete rows, one-hot, 45,222 x 105",
                             .cites = "becker1996; chaudhuri2011, recipe"};
  static std::vector<Param<Adult>> parameters() {
    return {word("test",
                 &Adult::test,
                 "split given",
                 "a fifth of all rows by the stream `split`, or the rows of adult.test"),
            real("radius", &Adult::radius, {1e-6, 1e6}, "||w||", "R, declared")};
  }

  LoadedData load(const Streams& streams) const override;
  bool varies_with_repetition() const override { return test == "split"; }
  /// SHA-256 of both files' hashes with a blank between.
  std::string content_hash() const override;
  Facts shape() const override;
  std::size_t bytes() const override;

  std::string test = "split";
  double radius = 10;
};

}  // namespace dpsco
