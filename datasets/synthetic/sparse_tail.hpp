#pragma once

#include "framework/contracts.hpp"
#include "framework/registry/card.hpp"

namespace dpsco {

/// Sparse rows whose norms do not depend on d: five head coordinates +-sqrt(.1), as in
/// `spiked`, and one more, uniform among the other d - 5, +-sqrt(.5). So ||x||_2 = 1,
/// ||x||_1 = 5 sqrt(.1) + sqrt(.5) = 2.288 and ||x||_inf = sqrt(.5), all three declared. Labels
/// from a logistic model whose w* has norm R, spread evenly over the head. Row i is a function of
/// the stream `data` and i alone.
struct SparseTail final : Dataset {
  static constexpr Card card{
      .name = "sparse-tail",
      .doc = "Sparse sign rows with norms free of d: five coordinates that decide, one of the rest",
  };
  static std::vector<Param<SparseTail>> parameters() {
    using T = SparseTail;
    return {whole<T>("n", &T::n, {1, 1e9}, "records", "training rows"),
            whole<T>("d", &T::d, {6, 1e7}, "coordinates", "dimension"),
            real<T>("radius", &T::radius, {1e-6, 1e6}, "||w||", "R and ||w*|| (oracle)")};
  }

  LoadedData load(const Streams& streams) const override;
  Facts shape() const override;
  std::size_t bytes() const override;

  std::int64_t n = 2000;
  std::int64_t d = 100;
  double radius = 10;
};

}  // namespace dpsco
