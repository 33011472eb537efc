#pragma once

#include <memory>
#include <vector>

#include "datasets/synthetic/spiked.hpp"
#include "framework/contracts.hpp"
#include "framework/registry/card.hpp"

namespace dpsco {

/// Rows that span `rank` dimensions whatever d is, which is declared: column j is feature
/// k = j mod rank of the design `spiked` in `rank` dimensions, divided by sqrt(copies of k). So
/// <w, x> = <u, z> with z a spiked row and u_k the sum of w over feature k's columns divided by the
/// same root: ||x|| = ||z|| = 1, and w* of least norm, with ||w*|| = R, copies u* in the same way.
/// At d = rank it is `spiked` itself, and every d has the same features and labels.
struct LowRankDesign final : Dataset {
  static constexpr Card card{
      .name = "low-rank",
      .doc = "The spiked design in few dimensions, its columns repeated until there are d",
  };
  static std::vector<Param<LowRankDesign>> parameters() {
    using T = LowRankDesign;
    auto all = sign_parameters<T>(6);
    all.push_back(whole<T>(
        "rank", &T::rank, {6, 1e7}, "dimensions", "of the rows' span, at most d; declared"));
    return all;
  }
  /// All three throw ConfigError if rank > d.
  LoadedData load(const Streams& streams) const override;
  Facts shape() const override;
  std::size_t bytes() const override;

  std::int64_t n = 2000;
  std::int64_t d = 100;
  std::int64_t rank = 8;
  std::int64_t evaluation_rows = 10000;
  double radius = 10;

 private:
  /// The spiked design that holds the features.
  std::unique_ptr<const SpikedDesign> features() const;
  /// sqrt(copies) of every feature, [rank].
  std::vector<double> roots() const;
  DataBounds bounds() const;
};

}  // namespace dpsco
